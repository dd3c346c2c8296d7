import type { Encoding } from './readRequest.mts';
import type { ReplyValue } from './tree.mts';
import { writeXml } from './xml.mts';

export interface Reply {
	readonly status: ReplyValue;
	readonly [field: string]: ReplyValue;
}

/** An XML list is an element with one element per item; JSON has a bare array (specification, `blacklist`). */
const ITEMS: Readonly<Record<string, string>> = {
	transactions: 'transaction',
	identifiers: 'identifier',
	errors: 'error',
	contact_lists: 'contact_list',
	destinations: 'destination',
	birthday_campaigns: 'birthday_campaign',
	verified_phones: 'verified_phone',
	balances: 'balance',
};

/** Fields with another name in XML (specification, `balance` and `dlr`). */
const XML_NAMES: Readonly<Record<string, string>> = {
	international_balance: 'interantional_balance',
	message_he: 'he_message',
};

/** Only the JSON example of `dlr` has these. */
const NOT_IN_XML: ReadonlySet<string> = new Set(['source', 'phone', 'operator']);

const isObject = (value: ReplyValue): value is { readonly [field: string]: ReplyValue } =>
	typeof value === 'object' && !Array.isArray(value);

function forXml(value: ReplyValue): ReplyValue {
	if (Array.isArray(value)) return value.map(forXml);
	if (!isObject(value)) return value;
	const isReport = 'message_he' in value;
	const fields = Object.entries(value)
		.filter(([name]) => !(isReport && NOT_IN_XML.has(name)))
		.map(([name, content]) => {
			const inner = forXml(content);
			const item = ITEMS[name];
			const listed = item !== undefined && Array.isArray(content) ? { [item]: inner } : inner;
			return [XML_NAMES[name] ?? name, listed] as const;
		});
	return Object.fromEntries(fields);
}

/** In JSON only, `identifiers` is a string for one list and an array for several (specification, `newCL`). */
function forJson(reply: Reply): Reply {
	const { identifiers } = reply;
	if (!Array.isArray(identifiers) || identifiers.length !== 1) return reply;
	return { ...reply, identifiers: identifiers[0] as ReplyValue };
}

export function writeReply(root: string, reply: Reply, encoding: Encoding): string {
	if (encoding === 'json') return JSON.stringify(forJson(reply));
	return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root, forXml(reply))}`;
}

export const CONTENT_TYPES: Readonly<Record<Encoding, string>> = {
	json: 'application/json; charset=utf-8',
	xml: 'application/xml; charset=utf-8',
};
