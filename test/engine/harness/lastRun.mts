import type { NodeResult } from './runNode.mts';

const short = (text: string) => (text.length > 300 ? `${text.slice(0, 300)} …` : text);

/** A request, and its answer: the status, or the whole text where the test wrote it. */
interface Exchange {
	root?: string;
	body: string;
	status?: number | string;
}

/** Notes what a node sent, to whom, and what came out: `test/oneRealm.js` adds it to the failure of a test, on one screen. */
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
		[Symbol.for('the last run of a node')]: [
			`The last run sent ${requests.length === 0 ? 'nothing' : 'this:'}`,
			...[...shown, ...more],
			`and ended with ${end}${first ? `, the first: ${short(JSON.stringify(first.json))}` : ''}`,
		].join('\n'),
	});
}
