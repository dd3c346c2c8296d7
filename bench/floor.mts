import type { Person } from './people.mts';

/** Messages in one request (specification, Limits). */
const LIMIT = 2_500;

/** The bodies that Send Bulk sends for these people, in order. */
export function* bodies(people: Person[], username: string): Generator<string> {
	for (let first = 0; first < people.length; first += LIMIT) {
		const sms = people.slice(first, first + LIMIT).map(({ phone, text }, index) => ({
			source: 'TextMe',
			destinations: { phone: [{ $: { id: `n8n-3f9a2c-1042-0-${first + index}-0` }, _: phone }] },
			message: text,
		}));
		const campaign_name = 'n8n-3f9a2c-1042-0';
		yield JSON.stringify({ bulk: { user: { username }, messages: { sms }, campaign_name } });
	}
}

/** Makes, writes and reads the bodies, and does nothing else. */
export function passBodies(people: Person[], username: string): void {
	for (const body of bodies(people, username)) {
		const { bulk } = JSON.parse(body) as { bulk: { messages: { sms: unknown[] } } };
		if (bulk.messages.sms.length > LIMIT) throw new Error('A body has too many messages.');
	}
}
