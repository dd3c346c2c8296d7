import { drop, tell } from './controls.mjs';
import { element, showList } from './element.mjs';
import { action, complain } from './notices.mjs';

const common = document.querySelector('#faults');
const others = document.querySelector('#more-faults');
const options = document.querySelector('#fault-options');

/** A fault's settings, and the words around them. */
const SETTINGS = {
	delay: { name: 'ms', value: 3_000, after: ' ms' },
	slowDrip: { name: 'ms', value: 20, after: ' ms' },
	httpStatus: { name: 'status', value: 503, before: 'status ' },
	gigantic: { name: 'megabytes', value: 10, after: ' megabytes' },
};

const chosen = new Map();

function settingOf(kind) {
	const setting = SETTINGS[kind];
	return setting && { [setting.name]: Number(chosen.get(kind) ?? setting.value) };
}

function wanted(kind) {
	const { times, root, phase } = Object.fromEntries(new FormData(options));
	return {
		kind,
		times: Number(times),
		...(root && { root }),
		...(phase && { phase }),
		...settingOf(kind),
	};
}

const WHICH = { 0: 'every request', 1: 'the next request' };

function armedText(armed) {
	return armed
		.map(({ root, times, hits, phase }) => {
			const left = times && times - hits;
			const which = WHICH[left] ?? `the next ${left} requests`;
			const effect = phase === 'after' ? 'which is carried out' : 'which is not carried out';
			return `Hits ${which}${root ? ` of ${root}` : ''}, ${effect}${hits ? ` · hit ${hits}` : ''}`;
		})
		.join('; ');
}

function sentence(kind, meaning) {
	const text = meaning[0] === '`' ? meaning : meaning[0].toUpperCase() + meaning.slice(1);
	const { name, value, before = '', after = '' } = SETTINGS[kind] ?? {};
	const [start, ...rest] = text.split(`\`${name}\``);
	if (rest.length === 0) return [text.replaceAll('`', '')];
	const input = element('input', {
		type: 'number',
		min: 0,
		value: chosen.get(kind) ?? value,
		'aria-label': name,
		oninput: () => chosen.set(kind, input.value),
	});
	return [start + before, input, after + rest.join('').replaceAll('`', '')];
}

function row({ kind, name, meaning, armed }) {
	const on = armed.length > 0;
	const toggle = action(
		{
			role: 'switch',
			class: 'switch',
			'aria-checked': on,
			'aria-labelledby': `fault-${kind}`,
			'aria-describedby': `meaning-${kind}`,
		},
		'',
		async () => {
			if (!on) await tell('/faults', wanted(kind));
			for (const { id } of armed) await drop(`/faults/${id}`);
		},
	);
	return element(
		'li',
		{ class: `fault ${on ? 'on' : ''}` },
		toggle,
		element(
			'div',
			{},
			element('strong', { id: `fault-${kind}` }, name),
			element('span', { id: `meaning-${kind}`, class: 'meaning' }, sentence(kind, meaning)),
			on ? element('p', { class: 'armed' }, armedText(armed)) : '',
		),
	);
}

export function showFaults(armed, kinds) {
	const rows = kinds.map((kind) => ({
		...kind,
		key: kind.kind,
		armed: armed.filter((fault) => fault.kind === kind.kind),
	}));
	const [first, rest] = [true, false].map((is) => rows.filter((each) => each.common === is));
	showList(common, first, row);
	showList(others, rest, row);
	document.querySelector('#armed').textContent = armed.length > 0 ? String(armed.length) : '';
	document.querySelector('#fault-warning').hidden = armed.length === 0;
}

export function startFaultPanel(roots) {
	document.querySelector('#no-faults').addEventListener('click', () => {
		drop('/faults').catch(complain);
	});
	document
		.querySelector('#fault-root')
		.append(...roots.map((root) => element('option', { value: root }, root)));
}
