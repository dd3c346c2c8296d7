import { FAULT_KINDS, type FaultKindName } from '../../sandbox/wire/faultKinds.mts';
import type { FaultSpec } from '../../sandbox/wire/faults.mts';
import { encode, ENCODINGS, post, smsTo, type Encoding } from './call.mts';
import { FAULT_ROWS } from './faultRows.mts';
import { useSandbox } from './useSandbox.mts';

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
