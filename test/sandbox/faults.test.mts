import { FAULT_KINDS, type FaultKindName } from '../../sandbox/wire/faultKinds.mts';
import type { FaultSpec } from '../../sandbox/wire/faults.mts';
import { encode, ENCODINGS, post, smsTo, type Encoding } from './call.mts';
import { useSandbox } from './useSandbox.mts';

/** The answer to the fault tests' send when nothing is wrong. */
const REPLY = '{"status":0,"message":"SMS will be sent","shipment_id":"700001"}';
const XML_REPLY =
	'<?xml version="1.0" encoding="UTF-8"?>\n<sms><status>0</status><message>SMS will be sent</message><shipment_id>700001</shipment_id></sms>';
const PAGE = /^<!DOCTYPE html>[^]*<\/html>\n$/;
const CUT = /^cut short: (ECONNRESET|UND_ERR_SOCKET)$/;

interface FaultRow {
	fault: FaultSpec;
	/** Messages sent if no phase is given. */
	sends: 0 | 1;
	json: RegExp;
	xml: RegExp;
}

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
const WHOLE = exactly(REPLY);
const XML_WHOLE = exactly(XML_REPLY);
const row = (fault: FaultSpec, sends: 0 | 1, json: RegExp, xml = json): FaultRow => ({
	...{ fault, sends, json, xml },
});

const FAULT_ROWS: readonly FaultRow[] = [
	row({ kind: 'noCredit' }, 0, /\b4\b[^]*Not enough credit/),
	row({ kind: 'optedOut' }, 0, /\b8\b[^]*All of the numbers are blocked/),
	row({ kind: 'senderNotVerified' }, 0, /\b515\b[^]*is not verified/),
	row({ kind: 'delay', ms: 5 }, 1, WHOLE, XML_WHOLE),
	row({ kind: 'slowHeaders', ms: 0 }, 1, WHOLE, XML_WHOLE),
	row({ kind: 'slowDrip', ms: 0 }, 1, WHOLE, XML_WHOLE),
	row({ kind: 'reset' }, 0, CUT),
	row({ kind: 'resetMidRequest' }, 0, CUT),
	row({ kind: 'resetMidReply' }, 0, /^cut short: /),
	row({ kind: 'httpStatus', status: 502 }, 0, PAGE),
	row({ kind: 'httpStatus', status: 429, body: 'json' }, 0, exactly('{"error":"unavailable"}')),
	row({ kind: 'html' }, 0, PAGE),
	row({ kind: 'empty' }, 0, /^$/),
	row(
		{ kind: 'truncated' },
		0,
		exactly(REPLY.slice(0, REPLY.length / 2)),
		exactly(XML_REPLY.slice(0, XML_REPLY.length / 2)),
	),
	row({ kind: 'wrongEncoding' }, 1, XML_WHOLE, WHOLE),
	row(
		{ kind: 'wrongCharset' },
		1,
		/"message":"\ufffd{6} \ufffd{6}"/,
		/<message>\ufffd{6} \ufffd{6}</,
	),
	row(
		{ kind: 'gigantic', megabytes: 1 },
		1,
		/^\{"status":0,[^}]*\} {1048576}$/,
		/<\/sms> {1048576}$/,
	),
	row({ kind: 'firewall' }, 0, /^<html>[^]*_Incapsula_Resource/),
	row({ kind: 'statusAsText' }, 1, exactly(REPLY.replace(':0,', ':"0",')), XML_WHOLE),
	row(
		{ kind: 'statusMissing' },
		0,
		exactly(REPLY.replace('"status":0,', '')),
		exactly(XML_REPLY.replace('<status>0</status>', '')),
	),
	row(
		{ kind: 'statusUnknown' },
		0,
		/^\{"status":4711,"message":"[^"]+"(,"shipment_id":"?\d+"?)?\}$/,
		/<sms><status>4711<\/status><message>[^<]+<\/message>(<shipment_id>\d+<\/shipment_id>)?<\/sms>$/,
	),
	row({ kind: 'statusNotANumber' }, 0, /^\{"status":"OK",/, /<status>OK<\/status>/),
	row(
		{ kind: 'wrapped' },
		1,
		exactly(`{"sms":${REPLY}}`),
		/<response><sms><status>0<.*<\/sms><\/response>$/,
	),
];

const sandbox = useSandbox();
const SMS = { user: { username: 'demo' }, ...smsTo('0501234567') };

const send = (encoding: Encoding = 'json') =>
	post(sandbox(), encode('sms', SMS, encoding), {
		'content-type': `application/${encoding}`,
		authorization: 'Bearer sandbox-token-demo',
	});
/** How a request ended: its text, or the error code that cut it off. */
const ending = async (encoding?: Encoding): Promise<string> => {
	try {
		return await (await send(encoding)).text();
	} catch (error) {
		const { cause } = error as { cause?: { code?: string } };
		return `cut short: ${cause?.code ?? String(error)}`;
	}
};
const sentMessages = () => sandbox().counters().messages;

describe.each(ENCODINGS)('in %s', (encoding) => {
	test.each(FAULT_ROWS)('plays the fault $fault', async ({ fault, sends, ...expected }) => {
		sandbox().addFault(fault);
		expect(await ending(encoding)).toMatch(expected[encoding]);
		expect(sentMessages()).toBe(sends);
		expect(await ending(encoding)).toContain('SMS will be sent');
	});
});

test.each(
	FAULT_ROWS.filter(({ fault }) => !['resetMidRequest', 'delay'].includes(fault.kind)).flatMap(
		({ fault, json }) => [
			{ fault: { ...fault, phase: 'after' as const }, sends: 1, json },
			{ fault: { ...fault, phase: 'before' as const }, sends: 0, json },
		],
	),
)('plays $fault after the request had its effect, or before', async ({ fault, sends, json }) => {
	sandbox().addFault(fault);
	expect(await ending()).toMatch(json);
	expect(sentMessages()).toBe(sends);
});

test('every kind is tried', () => {
	// Those that stall: `engine/faults/time`.
	const stalls = ['hang', 'stallInHeaders', 'stallAfterHeaders', 'stallInBody'] as const;
	const elsewhere: FaultKindName[] = ['redirect', ...stalls];
	const tried = new Set([...FAULT_ROWS.map(({ fault }) => fault.kind), ...elsewhere]);
	expect([...tried].sort()).toEqual(Object.keys(FAULT_KINDS).sort());
});

test.each<[FaultSpec, status: number, header: string, value: string]>([
	[
		{ kind: 'redirect', location: 'https://elsewhere.example/' },
		301,
		'location',
		'https://elsewhere.example/',
	],
	[{ kind: 'httpStatus', status: 429, retryAfter: '7' }, 429, 'retry-after', '7'],
])('says with %j where to go or when to come back', async (fault, status, header, value) => {
	sandbox().addFault(fault);
	const init: RequestInit = { method: 'POST', redirect: 'manual', body: '<sms/>' };
	const response = await fetch(`${sandbox().baseUrl}/api`, init);
	expect([response.status, response.headers.get(header)]).toEqual([status, value]);
});

test('a fault is there, with its hits, until it is removed', async () => {
	const { id } = sandbox().addFault({ kind: 'httpStatus', status: 503, times: 0 });
	await send();
	expect(sandbox().faults()).toMatchObject([{ id, hits: 1 }]);
	sandbox().removeFault(id);
	expect((await send()).status).toBe(200);
	expect(() => sandbox().removeFault(id)).toThrow('no fault');
});

test('refuses an unknown kind', () => {
	const spec = { kind: 'explode' } as unknown as FaultSpec;
	expect(() => sandbox().addFault(spec)).toThrow('explode');
});
