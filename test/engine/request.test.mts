import './harness/noWaits.mts';

import type { INodeParameters } from 'n8n-workflow';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { FaultSpec } from '../../sandbox/wire/faults.mts';
import { sendSms } from './harness/smsSend.mts';
import { timeoutsOf, useSoonTimeouts, withSoonTimeouts } from './harness/soonTimeouts.mts';
import { jwtOf } from '../../sandbox/jwt.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useSoonTimeouts();

const send = sendSms();
const read: INodeParameters = {
	resource: 'account',
	operation: 'getBalance',
	options: {},
};

/** What every operation makes of most of them: faults/. */
type Expected = 'accepted' | 'unknown' | 'rejected';
const FAULTS: Array<[FaultSpec, Expected]> = [
	[{ kind: 'delay', ms: 20 }, 'accepted'],
	[{ kind: 'hang' }, 'unknown'],
	[{ kind: 'hang', phase: 'after' }, 'unknown'],
	[{ kind: 'slowDrip', ms: 300 }, 'unknown'],
	[{ kind: 'reset' }, 'unknown'],
	[{ kind: 'reset', phase: 'after' }, 'unknown'],
	[{ kind: 'resetMidRequest' }, 'unknown'],
	[{ kind: 'resetMidReply' }, 'unknown'],
	[{ kind: 'httpStatus', status: 400 }, 'rejected'],
	[{ kind: 'httpStatus', status: 401 }, 'rejected'],
	[{ kind: 'httpStatus', status: 403 }, 'rejected'],
	[{ kind: 'httpStatus', status: 404 }, 'rejected'],
	[{ kind: 'httpStatus', status: 429 }, 'rejected'],
	[{ kind: 'httpStatus', status: 429, retryAfter: '0' }, 'rejected'],
	[{ kind: 'httpStatus', status: 429, retryAfter: '3600' }, 'rejected'],
	[{ kind: 'httpStatus', status: 500 }, 'unknown'],
	[{ kind: 'httpStatus', status: 502 }, 'unknown'],
	[{ kind: 'httpStatus', status: 503, body: 'json' }, 'unknown'],
	[{ kind: 'html' }, 'unknown'],
	[{ kind: 'empty' }, 'unknown'],
	[{ kind: 'truncated' }, 'unknown'],
	[{ kind: 'wrongEncoding' }, 'accepted'],
	[{ kind: 'wrongCharset' }, 'accepted'],
	[{ kind: 'gigantic', megabytes: 40 }, 'unknown'],
	[{ kind: 'statusAsText' }, 'accepted'],
	[{ kind: 'statusMissing' }, 'unknown'],
	[{ kind: 'statusNotANumber' }, 'unknown'],
	[{ kind: 'statusUnknown' }, 'rejected'],
	[{ kind: 'wrapped' }, 'accepted'],
];

test.each(FAULTS)('sends at most once under %j: %s', async (fault, expected) => {
	fixture.sandbox.addFault({ ...fault, times: 0 });
	const run = () => fixture.run(send);
	const timesOut = fault.kind === 'hang' || fault.kind === 'slowDrip';
	const { items, error } = await (timesOut ? withSoonTimeouts(run) : run());
	expect(fixture.sandbox.requests().length).toBeLessThanOrEqual(1);
	if (expected === 'accepted') {
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ accepted: true });
	} else {
		expect(items).toStrictEqual([]);
		expect(error?.context).toMatchObject({ outcome: expected, itemIndex: 0 });
		expect(error?.message).toMatch(/\[item 0\]$/);
	}
	if (expected === 'unknown') {
		expect(error?.message).toContain('it is not known whether the request was carried out');
		expect(error?.description).toContain('Get by External ID: n8n-13ef97-1042-0-0-0');
		expect(error?.context).toMatchObject({ retryable: false });
	}
});

test.each(ENCODINGS)(
	'says when the token expired, and shows none of it, in %s',
	async (encoding) => {
		const token = jwtOf('demo', new Date('2023-01-15T10:00:00+02:00'));
		for (const parameters of [send, read]) {
			const account = { username: 'demo', token };
			const { error } = await fixture.run(parameters, { encoding, account });
			expect(error?.message).toBe('The API token expired on 14 January 2025 (status 3) [item 0]');
			expect(error?.description).toMatch(
				/^Create a new token in the web console .*Expired and API/,
			);
			expect(error?.context).toMatchObject({ status: 3, outcome: 'rejected', retryable: false });
			const all = JSON.stringify([error?.message, error?.description, error?.context]);
			for (const part of token.split('.')) expect(all).not.toContain(part);
		}
	},
);

describe('a status that no table knows', () => {
	const said = (more: object) => JSON.stringify({ status: 513, message: 'No way', ...more });

	test('refuses in the words of the service', async () => {
		const { error } = await fixture.runWithReply(said({}), send);
		expect(error?.message).toBe(
			'The service refused this with an unknown status (status 513) [item 0]',
		);
		expect(error?.description).toContain('The service said: "No way"');
		expect(error?.context).toMatchObject({ status: 513, outcome: 'rejected', retryable: false });
	});

	test('leaves the outcome unknown when the reply names a shipment', async () => {
		for (const shipment of [{ shipment_id: 890578760 }, { sms: { shipment_id: '7' } }]) {
			const { error } = await fixture.runWithReply(said(shipment), send);
			expect(error?.message).toContain('it is not known whether the request was carried out');
			expect(error?.context).toMatchObject({ status: 513, outcome: 'unknown' });
		}
	});
});

test('gives a read up after three tries', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 500, times: 0 });
	const { error } = await fixture.run(read);
	expect(error?.message).toBe(
		'The service is not working properly at the moment (HTTP 500) [item 0]',
	);
	expect(fixture.sandbox.requests()).toHaveLength(3);
});

test('keeps the token from a redirect to another host', async () => {
	const visits: unknown[] = [];
	const elsewhere = createServer((request, response) => {
		visits.push(request.headers);
		response.end('{"status":0}');
	});
	await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
	const { port } = elsewhere.address() as AddressInfo;
	fixture.sandbox.addFault({
		kind: 'redirect',
		location: `http://127.0.0.1:${port}/api`,
		times: 0,
	});
	for (const parameters of [send, read]) {
		const { error } = await fixture.run(parameters);
		expect(error?.message).toContain('answers from another address (HTTP 301)');
		expect(error?.description).toContain("'Service'");
	}
	expect(visits).toStrictEqual([]);
	elsewhere.close();
});

describe('when nothing listens', () => {
	const nowhere = { username: 'demo', apiToken: 'x', encoding: 'json' };

	test.each([
		['http://127.0.0.1:9', 'The service could not be reached'],
		['https://no-such-host.invalid', 'The address of the service could not be found'],
	])('says that nothing was sent: %s', async (baseUrl, message) => {
		const { error } = await fixture.run(send, { credentials: { ...nowhere, baseUrl } });
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.context).toMatchObject({ outcome: 'rejected', retryable: true });
	});

	test('names a gateway without TLS at an https address', async () => {
		const baseUrl = fixture.sandbox.baseUrl.replace('http:', 'https:');
		const { error } = await fixture.run(send, { credentials: { ...nowhere, baseUrl } });
		expect(error?.message).toBe('No secure connection to the service could be made [item 0]');
		expect(error?.context).toMatchObject({ outcome: 'rejected' });
		expect(fixture.sandbox.requests()).toStrictEqual([]);
	});
});

test.each(['', '/', '/api', '/api/', '/api/test'])(
	'takes a base URL ending in "%s"',
	async (end) => {
		const credentials = { ...fixture.credentials(), baseUrl: `${fixture.sandbox.baseUrl}${end}` };
		const { error } = await fixture.run(send, { credentials });
		expect(error).toBeUndefined();
		expect(fixture.sandbox.counters().messages).toBe(1);
	},
);

test.each([
	['not an address', 'is not an address'],
	['http://gateway.example', 'is plain http'],
	['ftp://gateway.example', 'is not an address'],
])('refuses "%s" by the name of the field it stands in', async (address, message) => {
	for (const [field, values] of [
		['Service', { baseUrl: address }],
		['Base URL', { baseUrl: 'other', address }],
	] as const) {
		const credentials = { ...fixture.credentials(), ...values };
		const { error } = await fixture.run(send, { credentials });
		expect(error?.message).toContain(`'${field}' in the credential ${message}`);
	}
});

test.each([
	['expired', 10, 'Create a new token in the web console'],
	['otherUser', 11, 'authorized addresses'],
] as const)('refuses the token of %s', async (who, status, advice) => {
	const { account } = fixture.sandbox;
	const { error } = await fixture.run(send, {
		account: { username: account.username, token: fixture.sandbox[who].token },
	});
	expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
	expect(error?.description).toContain(advice);
	expect(/authorized addresses/.test(String(error?.description))).toBe(who === 'otherUser');
});

test('refuses an unknown token', async () => {
	const token = 'nobody-knows-this-token';
	const { error } = await fixture.run(send, {
		account: { username: fixture.sandbox.account.username, token },
	});
	expect(error?.context).toMatchObject({ status: 3 });
	expect(JSON.stringify(error)).not.toContain(token);
});

test('says at a stop in the middle how many others were accepted', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 500, skip: 2 });
	const oneByOne = sendSms({ message: '={{ $json.text }}' }, { concurrentRequests: 1 });
	const items = ['a', 'b', 'c', 'd'].map((text) => ({ text }));
	const { error } = await fixture.run(oneByOne, { items });
	expect(error?.message).toContain('[item 2]');
	expect(error?.description).toContain('2 other items were carried out.');
});

test.each(ENCODINGS)(
	'asks for a reply in %s, and gives up after a minute without one',
	async (encoding) => {
		const timeouts = await timeoutsOf(async () => await fixture.run(read, { encoding }));
		expect(timeouts).toEqual([60_000]);
		const { headers } = fixture.sandbox.requests()[0] ?? {};
		expect(headers?.accept).toContain(`application/${encoding}`);
	},
);
