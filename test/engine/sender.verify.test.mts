import type { INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { ENCODINGS, useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const verify = (phones: string | string[], options: INodeParameters = {}): INodeParameters => ({
	resource: 'sender',
	operation: 'verify',
	phones,
	options,
});

const pending = () =>
	fixture.sandbox
		.accountView()
		.senders.filter(({ state }) => state === 'pending')
		.map(({ number }) => number);

describe.each(ENCODINGS)('Sender Verify in %s', (encoding) => {
	test('every number comes out with what it still needs', async () => {
		const { items, error } = await fixture.run(verify('+972 50-111-2222, 03-555 6666'), {
			encoding,
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					phone: '0501112222',
					phoneInternational: '+972501112222',
					lineType: 'mobile',
					verificationStarted: true,
					stillNeeded: '0501112222: follow the link sent to it by SMS',
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					phone: '035556666',
					phoneInternational: '+97235556666',
					lineType: 'landline',
					verificationStarted: true,
					stillNeeded: '035556666: call 035555555 from it',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(pending()).toEqual(['0501112222', '035556666']);
	});

	test('all items go in one call, and each gets its own numbers back', async () => {
		const items = [{ n: '0501112222' }, { n: ['035556666', '0501112222'] }, { n: '501113333' }];
		const { items: output } = await fixture.run(verify('={{ $json.n }}'), { encoding, items });
		expect(output.map(({ json, pairedItem }) => [pairedItem, json.phone])).toStrictEqual([
			[{ item: 0 }, '0501112222'],
			[{ item: 1 }, '035556666'],
			[{ item: 1 }, '0501112222'],
			[{ item: 2 }, '0501113333'],
		]);
		expect(fixture.sandbox.requests()).toHaveLength(1);
		expect(pending()).toEqual(['0501112222', '035556666', '0501113333']);
	});

	test('gives the general advice for a text that names no number', async () => {
		const reply = {
			json: '{"status":0,"verify_message":"Call 035555555"}',
			xml: '<verify_phone><status>0</status><verify_message>Call 035555555</verify_message></verify_phone>',
		}[encoding];
		const { items } = await fixture.runWithReply(reply, verify('0501112222,035556666'), {
			encoding,
		});
		expect(items.map(({ json }) => json.stillNeeded)).toStrictEqual([
			'Open the link in the SMS to this number. The service said: "Call 035555555"',
			'Call the number that the service names from this landline. The service said: "Call 035555555"',
		]);
	});

	test("fails the call with the gateway's own text for a number of refused length", async () => {
		const { error } = await fixture.runWithReply(plainReply(encoding, 9), verify('0501112222'), {
			encoding,
		});
		expect(error?.message).toBe('A number to verify is too short or too long (status 9) [item 0]');
		expect(error?.description).toContain('Sorry');
		expect(error?.context).toMatchObject({ status: 9, outcome: 'rejected' });
	});

	test('explains status 510 of a verification without a number', async () => {
		const { error } = await fixture.runWithReply(plainReply(encoding, 510), verify('0501112222'), {
			encoding,
		});
		expect(error?.message).toBe('No phone number was given (status 510) [item 0]');
		expect(error?.description).toContain('Enter at least one phone number to verify.');
	});
});

test.each([
	['={{ [] }}', "'Phone Numbers' is empty"],
	['MyShop', '\'Phone Numbers\' has a name ("MyShop")'],
	['05123456', '\'Phone Numbers\' is not a phone number ("05123456")'],
	['1-700-505-333', '\'Phone Numbers\' is the number of a company ("1-700-505-333")'],
	['0501112222, +14155550100', '\'Phone Numbers\' is not an Israeli number ("+14155550100")'],
])('bad numbers %s are named before anything is sent', async (phones, message) => {
	const { error } = await fixture.run(verify(phones));
	expectBadInput(fixture, error, message);
});

const around = (bad: string): SandboxRun => ({
	items: [{ n: '0501112222' }, { n: bad }, { n: '035556666' }],
	onError: 'continueRegularOutput',
});

test('verifies the other numbers beside a bad item', async () => {
	const { items } = await fixture.run(verify('={{ $json.n }}'), around('1'));
	expect(items.map(({ json, pairedItem }) => [pairedItem, json.error ?? json.phone])).toEqual([
		[{ item: 0 }, '0501112222'],
		[{ item: 1 }, expect.stringContaining("'Phone Numbers' is not a phone number")],
		[{ item: 2 }, '035556666'],
	]);
	expect(pending()).toEqual(['0501112222', '035556666']);
});
