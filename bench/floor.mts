import type { Person } from './people.mts';

/** Messages in one request (specification, Limits). */
const LIMIT = 2_500;

/** Makes, writes and reads the very bodies that Send Bulk sends for these people, and does nothing else. */
export function passBodies(people: Person[], username: string): number {
	let characters = 0;
	for (let first = 0; first < people.length; first += LIMIT) {
		const sms = people.slice(first, first + LIMIT).map(({ phone, text }, index) => ({
			source: 'TextMe',
			destinations: { phone: [{ $: { id: `n8n-3f9a2c-1042-0-${first + index}-0` }, _: phone }] },
			message: text,
		}));
		const body = JSON.stringify({ bulk: { user: { username }, messages: { sms } } });
		characters += body.length;
		const read = JSON.parse(body) as { bulk: { messages: { sms: unknown[] } } };
		if (read.bulk.messages.sms.length !== sms.length) throw new Error('A body lost messages.');
	}
	return characters;
}
