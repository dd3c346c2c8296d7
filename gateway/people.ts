import { toInternational } from './phone';

/** Fields whose numbers are no recipients: attributes, the account, the sender, texts and names. */
const OTHERS = /^(\$|user|source|message|text|campaign_name|timing|tag)$/i;
const CONTACT_LIST = /^cl_id$/i;

/** Whom a request of any form reaches. */
interface Reached {
	phones: string[];
	/** IDs of contact lists. */
	lists: string[];
}

/** The phone numbers in a request, at any depth and under any name, and its contact lists. A text may hold several of them. */
function reachedBy(request: unknown, name = ''): Reached {
	const reached: Reached = { phones: [], lists: [] };
	collect(request, name, reached);
	return reached;
}

function collect(value: unknown, name: string, { phones, lists }: Reached): void {
	if (OTHERS.test(name)) return;
	if (typeof value === 'object' && value !== null) {
		for (const [key, one] of Object.entries(value)) {
			collect(one, key === '_' || Array.isArray(value) ? name : key, { phones, lists });
		}
		return;
	}
	for (const entry of String(value ?? '').split(/[,;|\r\n\t]+/)) {
		if (CONTACT_LIST.test(name)) {
			if (entry.trim() !== '') lists.push(entry);
		} else if (toInternational(entry) !== undefined) phones.push(entry);
	}
}

/** How many people a request reaches. A contact list counts as one. */
export function peopleIn(request: unknown): number {
	const { phones, lists } = reachedBy(request);
	return phones.length + lists.length;
}
