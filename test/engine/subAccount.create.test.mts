import { expectBadInput } from './harness/expectBadInput.mts';
import { asReseller, create, PASSWORD } from './harness/subAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { visible } from './harness/visible.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();
const { run, userDetails, reseller } = asReseller(fixture);

describe('Sub-Account Create', () => {
	test('opens the account and takes its credits from the reseller', async () => {
		const result = await run(create({}, { otpPhone: '+972 50 111 2222' }));
		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([
			{
				json: {
					created: true,
					username: 'branch-haifa',
					name: 'Haifa branch',
					sender: 'MyShop',
					credits: 100,
					otpPhone: '0501112222',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(visible(result)).not.toContain('Pa<ss>');
		expect(fixture.sandbox.accountView('branch-haifa')).toMatchObject({
			name: 'Haifa branch',
			parent: 'demo-reseller',
			credits: 100,
		});
		expect(reseller().credits).toBe(99_900);
	});

	test.each([
		[990, { credits: 100_001 }, /amount is more than the credit/],
		[992, { source: 'A' }, /default sender of the sub-account is too long or too short/],
		[993, { password: 'short' }, /password is too long or too short/],
		[994, { username: 'demo-sub' }, /username is taken/],
		[995, { username: 'x' }, /username is too long or too short/],
		[996, { name: 'x' }, /name is too long or too short/],
		[991, { name: 'x #status:991' }, /amount has characters other than digits/],
		[2, { name: 'x #status:2' }, /required field is missing/],
	] as const)('explains the status %i of a new sub-account', async (status, values, message) => {
		const { error } = await run(create(values));
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
		expect(error?.description).toBeTruthy();
		expect(reseller().credits).toBe(100_000);
	});

	test('explains status 511 of a new sub-account to who is no reseller', async () => {
		const { error } = await run(create(), { account: fixture.sandbox.account });
		expect(error?.message).toBe('The account cannot create sub-accounts (status 511) [item 0]');
		expect(error?.description).toContain('Only reseller accounts can.');
	});
});

describe('the password', () => {
	const echo = {
		json: (status: number) =>
			JSON.stringify({
				status,
				message: `login ${PASSWORD}!`,
				userDetails: { password: PASSWORD },
			}),
		xml: (status: number) =>
			`<addSub><status>${status}</status><message>login Pa&lt;ss&gt;&quot;w&amp;rd'7 !</message><password><![CDATA[${PASSWORD}]]></password></addSub>`,
	};

	describe.each(ENCODINGS)('in %s', (encoding) => {
		test.each([
			['a success', 0, {}, false],
			['a success without Simplify', 0, { simplify: false }, true],
			['a refusal', 994, {}, true],
			['a status nobody knows', 4711, {}, true],
		])('does not come out of %s that echoes it', async (_, status, options, hasText) => {
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const result = await fixture.runWithReply(echo[encoding](status), create({}, options), {
					encoding,
					onError,
				});
				expect(visible(result).includes('login ***!')).toBe(hasText);
				expect(visible(result)).not.toMatch(/Pa(<|&lt;)ss|rd'7/);
			}
		});

		test('does not come out of an answer that cannot be read', async () => {
			for (const answer of [
				`<html>${PASSWORD}</html>`,
				`{"password":${JSON.stringify(PASSWORD)}}`,
			]) {
				const result = await fixture.runWithReply(answer, create(), { encoding });
				expect(result.error?.message).toContain('not from the service');
				expect(visible(result)).not.toContain('ss>');
			}
		});

		test('arrives as it is, outer spaces included', async () => {
			let body = '';
			const reply = (request: string) => {
				body = request;
				return plainReply(encoding, 0);
			};
			await fixture.runWithReply(reply, create(), { encoding });
			expect(body).toContain(
				encoding === 'json'
					? JSON.stringify(PASSWORD)
					: '<password>Pa&lt;ss&gt;&quot;w&amp;rd&apos;7 </password>',
			);
		});
	});

	test('does not come out when it holds what cannot be sent', async () => {
		const result = await run(create({ password: 'hidden\u0001' }));
		expect(result.error?.message).toContain('U+0001 in addSub.userDetails.password');
		expect(visible(result)).not.toContain('hidden');
	});
});

test.each([
	[create({ name: '={{ "" }}' }), "'Name' is empty"],
	[create({ username: '={{ " " }}' }), "'Username' is empty"],
	[create({ password: '={{ "" }}' }), "'Password' is empty"],
	[create({ password: '={{ {} }}' }), "'Password' is not plain text"],
	[create({ source: 'TwelveLetter' }), "'Default Sender' has 12 characters"],
	[create({ source: '={{ "" }}' }), "'Default Sender' is empty"],
	[create({ credits: -1 }), '\'Credits\' is "-1"'],
	[create({ credits: 1.5 }), '\'Credits\' is "1.5"'],
	[create({ credits: '={{ "1,000" }}' }), '\'Credits\' is "1,000"'],
	[create({}, { otpPhone: 'soon' }), "'OTP Phone' is not a phone number"],
	// This operation has no option to allow it.
	[
		create({}, { otpPhone: '+1 212 555 1234' }),
		`'OTP Phone' is not an Israeli number ("+1 212 555 1234"); the service takes no others here [item 0]`,
	],
])('names bad input of a sub-account before it asks: %j', async (parameters, message) => {
	const { error } = await run(parameters);
	expectBadInput(fixture, error, message);
});

test('requests 0 and nothing without credits and OTP phone', async () => {
	const { error } = await run(create({ credits: 0 }));
	expect(error).toBeUndefined();
	expect(userDetails('addSub')).toEqual({
		name: 'Haifa branch',
		username: 'branch-haifa',
		password: PASSWORD,
		source: 'MyShop',
		amount: '0',
	});
});
