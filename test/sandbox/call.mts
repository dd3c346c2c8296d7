import { XMLParser } from 'fast-xml-parser';
import { create } from 'xmlbuilder2';
import type { Sandbox } from '../../sandbox/startSandbox.mts';

export const ENCODINGS = ['json', 'xml'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export type Fields = Readonly<Record<string, unknown>>;

export interface CallOptions {
	encoding?: Encoding;
	by?: { username: string; token: string };
	/** `user.username`, if it is not the token's owner. */
	user?: string;
}

/** Converts `$` and `_` to the notation of this XML writer, which is not the sandbox's. */
function forWriter(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(forWriter);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).flatMap(([name, content]: [string, unknown]) => {
		if (name === '$') {
			return Object.entries(content as Fields).map(([key, text]) => [`@${key}`, text]);
		}
		return [[name === '_' ? '#' : name, forWriter(content)]];
	});
	return Object.fromEntries(fields) as unknown;
}

export function encode(root: string, fields: Fields, encoding: Encoding): string {
	return encoding === 'json'
		? JSON.stringify({ [root]: fields })
		: create({ encoding: 'UTF-8' }, { [root]: forWriter(fields) } as object).end();
}

const XML = new XMLParser({ parseTagValue: false, ignoreDeclaration: true, trimValues: false });

/** Uses another parser than the sandbox's. */
function decode(raw: string, isXml: boolean) {
	const parsed = (isXml ? XML.parse(raw.replace('?>\n', '?>')) : JSON.parse(raw)) as Fields;
	const root = isXml ? Object.keys(parsed)[0] : undefined;
	const fields = (root === undefined ? parsed : parsed[root]) as Fields;
	return { root, fields, status: Number(fields.status) };
}

export function post(
	sandbox: Sandbox,
	body: string,
	headers: Readonly<Record<string, string>>,
): Promise<Response> {
	return fetch(`${sandbox.baseUrl}/api`, { method: 'POST', headers, body });
}

export async function call(
	sandbox: Sandbox,
	root: string,
	fields: Fields = {},
	options: CallOptions = {},
) {
	const { encoding = 'json', by = sandbox.account, user = by.username } = options;
	const body = encode(root, { user: { username: user }, ...fields }, encoding);
	const response = await post(sandbox, body, {
		...{ 'content-type': `application/${encoding}`, authorization: `Bearer ${by.token}` },
	});
	const contentType = response.headers.get('content-type');
	const reply = decode(await response.text(), encoding === 'xml');
	return { http: response.status, contentType, ...reply };
}

/** A phone without a special meaning (see `sandbox/magic.mts`). */
export const PHONE = '0501234567';

/** A correct `sms`, in which a test changes one thing. */
export function smsTo(phone: unknown, more: Fields = {}): Fields {
	return { source: 'TextMe', destinations: { phone }, message: 'Hello', ...more };
}

export const withId = (phone: string, id: string) => ({ $: { id }, _: phone });

/** The day when the sandbox's clock starts. */
export const TODAY = { from: '15/01/26 00:00', to: '15/01/26 23:59' };
