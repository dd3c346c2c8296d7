import { connect } from 'node:net';
import { FAULT_KINDS, type FaultKindName } from '../../sandbox/wire/faultKinds.mts';
import type { FaultSpec } from '../../sandbox/wire/faults.mts';
import { encode, ENCODINGS, post, smsTo, type Encoding } from './call.mts';
import { FAULT_ROWS, REPLY } from './faultRows.mts';
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

/** The results of answers that stop before their end. */
const STALLS = [
	['hang', /^$/],
	['stallInHeaders', /^HTTP\/1\.1 200 [^\r]*\r\ncontent-type: [^\r]*$/],
	['stallAfterHeaders', /\r\ncontent-length: \d+\r\n\r\n$/],
	['stallInBody', /\r\n\r\n\{"status":0,[^}]*$/],
] as const;

test('every kind is tried', () => {
	const elsewhere: FaultKindName[] = ['redirect', ...STALLS.map(([kind]) => kind)];
	const tried = new Set([...FAULT_ROWS.map(({ fault }) => fault.kind), ...elsewhere]);
	expect([...tried].sort()).toEqual(Object.keys(FAULT_KINDS).sort());
});

test.each(STALLS)('lets a caller leave who meets %s, and stays at %s', async (kind, part) => {
	sandbox().addFault({ kind, phase: 'after' });
	const body = encode('sms', SMS, 'json');
	const { hostname, port } = new URL(sandbox().baseUrl);
	const socket = connect(Number(port), hostname);
	const head = [
		...['POST /api HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'],
		'Authorization: Bearer sandbox-token-demo',
		`Content-Length: ${Buffer.byteLength(body)}`,
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
	let received = '';
	const stalled = new Promise<void>((resolve) => {
		socket.on('data', (chunk) => {
			received += String(chunk);
			if (part.test(received)) resolve();
		});
	});
	await sandbox().waitForMessage({ phone: '0501234567' });
	if (kind !== 'hang') await stalled;
	expect(received).toMatch(part);
	socket.destroy();
	expect(await ending()).toContain('SMS will be sent');
});

test('stalls in an error page, too', async () => {
	sandbox().addFault({ kind: 'stallInBody', status: 403 });
	const response = await send();
	expect(response.status).toBe(403);
	await response.body?.cancel();
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

test('carries a delayed request out in either phase', async () => {
	sandbox().addFault({ kind: 'delay', ms: 1, phase: 'before' });
	expect(await ending()).toBe(REPLY);
	expect(sentMessages()).toBe(1);
});

test('cuts a request off before it is complete', async () => {
	sandbox().addFault({ kind: 'resetMidRequest', root: 'sms' });
	const { hostname, port } = new URL(sandbox().baseUrl);
	const ended = await new Promise((resolve) => {
		const socket = connect(Number(port), hostname, () => {
			socket.write(
				'POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n<sms><user>',
			);
		});
		socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
		socket.on('end', () => resolve('end'));
	});
	expect(ended).toBe('ECONNRESET');
});

test.each<[which: string, faults: Array<Partial<FaultSpec>>, statuses: number[]]>([
	['one, when nothing is said', [{}], [503, 200]],
	['so many', [{ times: 2 }], [503, 503, 200]],
	['all, with 0', [{ times: 0 }], [503, 503, 503]],
	['some after others were let through', [{ skip: 2 }], [200, 200, 503, 200]],
	['none of another root', [{ root: 'balance' }], [200]],
	['those of the root', [{ root: 'sms' }], [503, 200]],
	['none of another user', [{ username: 'demo-other' }], [200]],
	['those of the user', [{ username: 'demo' }], [503, 200]],
	['by several in the order they were added', [{ status: 500 }, { status: 429 }], [500, 429, 200]],
])('requests are hit: %s', async (_, faults, statuses) => {
	for (const more of faults) sandbox().addFault({ kind: 'httpStatus', status: 503, ...more });
	const seen: number[] = [];
	while (seen.length < statuses.length) seen.push((await send()).status);
	expect(seen).toEqual(statuses);
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
