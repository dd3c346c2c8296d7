import './harness/noWaits.mts';

import type { INodeParameters } from 'n8n-workflow';

import { sendSms } from './harness/smsSend.mts';
import { timeoutsOf, useSoonTimeouts } from './harness/soonTimeouts.mts';
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

// The effect of other faults on every operation: see faults/.
test('leaves the outcome of a send unknown whose reply is too long', async () => {
	fixture.sandbox.addFault({ kind: 'gigantic', megabytes: 40, times: 0 });
	const { items, error } = await fixture.run(send);
	expect(fixture.sandbox.requests()).toHaveLength(1);
	expect(items).toStrictEqual([]);
	expect(error?.message).toMatch(/it is not known whether the request was carried out \[item 0\]$/);
	expect(error?.description).toContain('Get by External ID: n8n-13ef97-1042-0-0-0');
	expect(error?.context).toMatchObject({ outcome: 'unknown', retryable: false, itemIndex: 0 });
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
