import { testCalls } from './harness/callRows.mts';
import { PHONE, sendCode, verifyCode } from './harness/oneTimeCodes.mts';
import type { NodeResult } from './harness/runNode.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Everything in a run that a person, a workflow or a log can see. */
const visible = ({ items, errors, error, hints }: NodeResult) =>
	JSON.stringify([items, errors, hints, error?.message, error?.description, error?.context, error]);

const answer = { message: 'The code was sent', code: '012345' };
const body = { source: 'TextMe', phone: PHONE, text: 'Your code for MyShop is [code]' };

describe('Send', () => {
	testCalls(fixture, {
		'sends a code that does not come out': {
			call: sendCode(),
			sent: { send_otp: body },
			answer,
			gives: [{ accepted: true, phone: PHONE, result: 'Accepted' }],
			hints: ['1 of 1 sent'],
		},
		'leaves the text to the service when there is none, and every option arrives by its name': {
			call: sendCode({ text: '' }, { appId: 7, maxTries: 4, validMinutes: 10 }),
			sent: {
				send_otp: {
					...{ source: 'TextMe', phone: PHONE },
					...{ app_id: '7', max_tries: '4', valid_time: '10' },
				},
			},
			answer,
		},
		'Include Code gives it out': {
			call: sendCode({}, { includeCode: true }),
			answer,
			gives: [{ accepted: true, phone: PHONE, result: 'Accepted', details: { code: '012345' } }],
		},
		'Include Code gives it out with Simplify off': {
			call: sendCode({}, { includeCode: true, simplify: false }),
			answer,
			gives: [{ status: 0, ...answer }],
		},
	});

	// Where the vendor's reply has the code is known from one page only.
	test.each([
		['a number', '{"status":0,"message":"ok","code":123456}'],
		['in the text', '{"status":0,"message":"the code is 123456"}'],
		['in an attribute', '<send_otp><status>0</status><x code="123456">ok</x></send_otp>'],
		['in a refusal', '{"status":515,"message":"code 123456 was not sent"}'],
		['in what is no reply', '<p>Your code 123456 was sent</p>'],
		['in a note', '{"status":0,"code":"123456","errors":["Code 123456 is on its way"]}'],
		['in a reason', `{"status":0,"code":"123456","errors":["${PHONE}: 123456 not sent"]}`],
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
});

describe('Verify', () => {
	testCalls(fixture, {
		'takes the right code, though a number has lost its zero': {
			call: verifyCode('={{ 12345 }}', {}, '+972 52-765-4321'),
			sent: { validate_otp: { phone: PHONE, code: '012345' } },
			gives: [{ verified: true, phone: PHONE }],
		},
		'says which application sent the code': {
			call: verifyCode('012 345', { appId: 3 }),
			sent: { validate_otp: { phone: PHONE, code: '012345', app_id: '3' } },
		},
		'12: a wrong code is an answer, which does not repeat it': {
			call: verifyCode('123456'),
			answer: { status: 12, message: 'code 123456 is wrong' },
			gives: [{ verified: false, phone: PHONE, reason: 'code *** is wrong' }],
		},
		'12 with Simplify off': {
			call: verifyCode('123456', { simplify: false }),
			answer: { status: 12, message: 'code 123456 is wrong', code: '123456' },
			gives: [{ status: 12, message: 'code *** is wrong', code: '***' }],
		},
	});
});
