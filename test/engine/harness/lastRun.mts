import type { NodeResult } from './runNode.mts';

/** `test/oneRealm.js` adds this to a failed test's message. */
const LAST = Symbol.for('the last run of a node');
const MOST_STEPS = 8;

const short = (text: string) => (text.length > 300 ? `${text.slice(0, 300)} …` : text);

/** A request, and its answer: the status, or the whole text if the test wrote it. */
interface Exchange {
	root?: string;
	body: string;
	status?: number | string;
}

/** Records what a node sent, to whom, and its output, on one screen. */
export function noteRun(requests: Exchange[], { error, items }: NodeResult): void {
	const shown = requests
		.slice(0, 5)
		.map(
			({ root = 'a request', body, status }) =>
				`  ${root}, answered with ${short(String(status))}: ${short(body)}`,
		);
	const more = requests.length > 5 ? [`  and ${requests.length - 5} more requests`] : [];
	const end = error ? `the error: ${error.message}` : `no error, items: ${items.length}`;
	const [first] = items;
	Object.assign(globalThis, {
		[LAST]: [
			`The last run sent ${requests.length === 0 ? 'nothing' : 'this:'}`,
			...[...shown, ...more],
			`and ended with ${end}${first ? `, the first: ${short(JSON.stringify(first.json))}` : ''}`,
		].join('\n'),
	});
}

/** Records a step of a trigger or wait; keeps the last ones. */
export function noteStep(what: string, detail: unknown = ''): void {
	const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
	const { [LAST]: before = '' } = globalThis as { [LAST]?: string };
	const lines = [...before.split('\n').filter(Boolean), `${what} ${short(text)}`.trim()];
	Object.assign(globalThis, { [LAST]: lines.slice(-MOST_STEPS).join('\n') });
}
