import { PHONE, sendCode } from './harness/oneTimeCodes.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { visible } from './harness/visible.mts';

const fixture = useSandbox();

const lastCode = () => fixture.sandbox.lastOtp(PHONE) ?? '';

describe('OTP Send', () => {
	test('sends a code that does not come out', async () => {
		const result = await fixture.run(sendCode());
		expect(result.error).toBeUndefined();
		expect(lastCode()).toMatch(/^\d{6}$/);
		expect(fixture.sandbox.messages()).toMatchObject([
			{
				phone: PHONE,
				source: 'TextMe',
				kind: 'otp',
				text: `Your code for MyShop is ${lastCode()}`,
			},
		]);
		expect(result.items).toEqual([
			{
				json: { accepted: true, phone: PHONE },
				pairedItem: { item: 0 },
			},
		]);
		expect(visible(result)).not.toContain(lastCode());
	});

	test('sends the text of the service when there is none', async () => {
		const { error } = await fixture.run(sendCode({ text: '' }));
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()[0]?.text).toBe(`the code is ${lastCode()}`);
	});

	test.each(ENCODINGS)('masks the code with Simplify off, in %s', async (encoding) => {
		const result = await fixture.run(sendCode({}, { simplify: false }), { encoding });
		expect(result.items[0]?.json).toEqual({
			status: encoding === 'json' ? 0 : '0',
			message: 'The code was sent',
			code: '***',
		});
		expect(visible(result)).not.toContain(lastCode());
	});

	test.each([true, false])('Include Code gives it out, Simplify %s', async (simplify) => {
		const { items } = await fixture.run(sendCode({}, { includeCode: true, simplify }), {});
		expect(lastCode()).toMatch(/^0/);
		expect(items[0]?.json.code).toBe(lastCode());
	});

	test.each([
		['statusMissing', 'unknown'],
		['truncated', 'unknown'],
		['statusUnknown', 'rejected'],
	] as const)('no code comes out of an answer that is %s', async (kind, outcome) => {
		fixture.sandbox.addFault({ kind, phase: 'after' });
		const result = await fixture.run(sendCode({}, { includeCode: true }));
		expect(result.error?.context).toMatchObject({ outcome, retryable: false });
		expect(visible(result)).not.toContain(lastCode());
		expect(fixture.sandbox.requests()).toHaveLength(1);
	});

	test('takes the least and the most tries and minutes', async () => {
		for (const [maxTries, validMinutes] of [
			[3, 1],
			[5, 15],
		]) {
			const options = { maxTries: maxTries ?? 0, validMinutes: validMinutes ?? 0 };
			expect((await fixture.run(sendCode({}, options))).error).toBeUndefined();
		}
	});
});

test('every option arrives by its name', async () => {
	await fixture.run(sendCode({}, { appId: 7, maxTries: 4, validMinutes: 10 }));
	expect(onlySentElement(fixture, 'send_otp')).toEqual({
		user: { username: 'demo' },
		source: 'TextMe',
		phone: PHONE,
		text: 'Your code for MyShop is [code]',
		app_id: '7',
		max_tries: '4',
		valid_time: '10',
	});
});

// Where the vendor's reply has the code is known from one page only.
test.each([
	['a number', '{"status":0,"message":"ok","code":123456}'],
	['in the text', '{"status":0,"message":"the code is 123456"}'],
	['under another name', '{"status":0,"message":"ok","data":{"otp":"123456"}}'],
	['in an attribute', '<send_otp><status>0</status><x code="123456">ok</x></send_otp>'],
	['in XML', '<send_otp><status>0</status><message>123456</message></send_otp>'],
	['in a refusal', '{"status":515,"message":"code 123456 was not sent"}'],
	['in an unclear refusal', '{"status":999,"message":"code 123456","code":"123456"}'],
	['in an answer without status', '{"message":"ok","code":"123456"}'],
	['in what is no reply', '<p>Your code 123456 was sent</p>'],
])('keeps a code out that stands %s', async (_, reply) => {
	for (const simplify of [true, false]) {
		const result = await fixture.runWithReply(reply, sendCode({}, { simplify }));
		expect(visible(result)).not.toContain('123456');
	}
});

test('shows no code in a refusal even to those who ask for it', async () => {
	const reply = '{"status":999,"message":"code 123456"}';
	const result = await fixture.runWithReply(reply, sendCode({}, { includeCode: true }));
	expect(result.error?.description).toContain('The service said: "code ***"');
	expect(visible(result)).not.toContain('123456');
});
