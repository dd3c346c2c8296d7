const tabs = [...document.querySelectorAll('[role=tab]')];

const KEYS = {
	ArrowRight: (index) => (index + 1) % tabs.length,
	ArrowLeft: (index) => (index + tabs.length - 1) % tabs.length,
	Home: () => 0,
	End: () => tabs.length - 1,
};

export function select(chosen) {
	for (const tab of tabs) {
		const isChosen = tab === chosen;
		tab.setAttribute('aria-selected', String(isChosen));
		tab.tabIndex = isChosen ? 0 : -1;
		document.querySelector(`#${tab.getAttribute('aria-controls')}`).hidden = !isChosen;
	}
}

export function startTabs() {
	tabs.forEach((tab, index) => {
		tab.addEventListener('click', () => select(tab));
		tab.addEventListener('keydown', ({ key }) => {
			const next = tabs[KEYS[key]?.(index)];
			if (next === undefined) return;
			select(next);
			next.focus();
		});
	});
	select(tabs[0]);
}
