const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. `on…` attributes are listeners. `true` sets an attribute and `false` leaves it out, except for `aria-…`.
 */
export function element(tag, attributes = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
		else if (name.startsWith('aria-')) made.setAttribute(name, String(value));
		else if (value !== false && value !== undefined) {
			made.setAttribute(name, value === true ? '' : String(value));
		}
	}
	// Never as HTML: message texts may be hostile.
	made.append(...children.flat().filter((child) => child !== undefined && child !== ''));
	return made;
}

/** One of the drawings in icons.svg. */
export function icon(name) {
	const svg = document.createElementNS(SVG, 'svg');
	svg.setAttribute('class', 'icon');
	svg.setAttribute('aria-hidden', 'true');
	const use = document.createElementNS(SVG, 'use');
	use.setAttribute('href', `/page/icons.svg#${name}`);
	svg.append(use);
	return svg;
}

const focusables = 'a[href], button, summary, input, select, textarea';

/** Replaces an element, and keeps its focus and what was open in it. */
function inherit(made, previous) {
	const focused = [...previous.querySelectorAll(focusables)].indexOf(document.activeElement);
	const wasOpen = [...previous.querySelectorAll('details')].map(({ open }) => open);
	made.querySelectorAll('details').forEach((details, index) => {
		details.open = wasOpen[index] ?? false;
	});
	previous.replaceWith(made);
	if (focused >= 0) (made.querySelectorAll(focusables)[focused] ?? made).focus();
}

/** Shows a list. Keeps the elements of unchanged items, which it recognises by `key`; calls `make` for new and changed ones. */
export function showList(parent, items, make) {
	const wasEmpty = parent.children.length === 0;
	const present = new Map([...parent.children].map((child) => [child.dataset.key, child]));
	let before = null;
	for (const item of items) {
		const key = String(item.key);
		const signature = JSON.stringify(item);
		let child = present.get(key);
		present.delete(key);
		if (child?.signature !== signature) {
			const made = make(item);
			made.dataset.key = key;
			made.signature = signature;
			if (child) inherit(made, child);
			else if (!wasEmpty) made.classList.add('arrived');
			child = made;
		}
		const next = before === null ? parent.firstChild : before.nextSibling;
		if (child !== next) parent.insertBefore(child, next);
		before = child;
	}
	for (const child of present.values()) child.remove();
}
