import { connect } from 'node:net';
import { FAULT_KINDS, type FaultKindName } from '../../sandbox/wire/faultKinds.mts';
import type { FaultSpec } from '../../sandbox/wire/faults.mts';
import { call, encode, ENCODINGS, post, smsTo, type Encoding } from './call.mts';
import { FAULT_ROWS, REPLY } from './faultRows.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const SMS = { user: { username: 'demo' }, ...smsTo('0501234567') };

const send = (encoding: Encoding = 'json', root = 'sms') =>
	post(sandbox(), encode(root, SMS, encoding), {
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

	test.each(FAULT_ROWS.filter(({ fault }) => !['resetMidRequest', 'delay'].includes(fault.kind)))(
		'plays $fault after the request had its effect, or before',
		async ({ fault, ...expected }) => {
			sandbox().addFault({ ...fault, phase: 'after' });
			expect(await ending(encoding)).toMatch(expected[encoding]);
			expect(sentMessages()).toBe(1);
			sandbox().reset();
			sandbox().addFault({ ...fault, phase: 'before' });
			expect(await ending(encoding)).toMatch(expected[encoding]);
			expect(sentMessages()).toBe(0);
		},
	);
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
		'POST /api HTTP/1.1',
		'Host: localhost',
		'Content-Type: application/json',
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

test('names the target of a redirect', async () => {
	sandbox().addFault({ kind: 'redirect', location: 'https://elsewhere.example/login' });
	const response = await fetch(`${sandbox().baseUrl}/api`, {
		method: 'POST',
		redirect: 'manual',
		body: '<sms/>',
	});
	expect([response.status, response.headers.get('location')]).toEqual([
		301,
		'https://elsewhere.example/login',
	]);
});

test('says with an HTTP status when to come back', async () => {
	sandbox().addFault({ kind: 'httpStatus', status: 429, retryAfter: '7' });
	const response = await send();
	expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
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

describe('which requests are hit', () => {
	const statuses = async (count: number, root = 'sms') => {
		const seen: number[] = [];
		for (let nth = 0; nth < count; nth++) seen.push((await send('json', root)).status);
		return seen;
	};
	const fault = (more: Partial<FaultSpec>) =>
		sandbox().addFault({ kind: 'httpStatus', status: 503, ...more });

	test('one, when nothing is said', async () => {
		fault({});
		expect(await statuses(2)).toEqual([503, 200]);
	});

	test('plays a fault so many times', async () => {
		fault({ times: 2 });
		expect(await statuses(3)).toEqual([503, 503, 200]);
	});

	test('plays a fault until it is removed', async () => {
		const { id } = fault({ times: 0 });
		expect(await statuses(3)).toEqual([503, 503, 503]);
		expect(sandbox().faults()).toMatchObject([{ id, hits: 3 }]);
		sandbox().removeFault(id);
		expect(await statuses(1)).toEqual([200]);
		expect(() => sandbox().removeFault(id)).toThrow('no fault');
	});

	test('hits after some requests were let through', async () => {
		fault({ skip: 2 });
		expect(await statuses(4)).toEqual([200, 200, 503, 200]);
	});

	test('hits requests of one root', async () => {
		fault({ root: 'balance' });
		expect(await statuses(1, 'sms')).toEqual([200]);
		expect(await statuses(2, 'balance')).toEqual([503, 200]);
	});

	test('hits requests of one user', async () => {
		fault({ username: 'demo-other' });
		expect(await statuses(1)).toEqual([200]);
		const { http } = await call(sandbox(), 'balance', {}, { by: sandbox().subAccount });
		expect(http).toBe(200);
		expect(sandbox().faults()).toHaveLength(1);
	});

	test('several in the order they were added', async () => {
		fault({ status: 500 });
		fault({ status: 429 });
		expect(await statuses(3)).toEqual([500, 429, 200]);
	});
});

test('refuses an unknown kind', () => {
	const spec = { kind: 'explode' } as unknown as FaultSpec;
	expect(() => sandbox().addFault(spec)).toThrow('explode');
});
