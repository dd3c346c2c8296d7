import { SAMPLE_INBOX, SAMPLE_PHONE } from '../../gateway/phones/phone';
import { sendCode } from './harness/oneTimeCodes.mts';
import { parametersFor, SENDS, sendSms } from './harness/calls.mts';
import { ask } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const NOT_SENT = 'Only checked: the number of a sample';

/** A sample of an incoming message, as a trigger outputs it. */
const SAMPLE = {
	event: 'incomingMessage',
	eventId: 'sample',
	sample: true,
	phone: '0570000001',
	message: 'Yes, see you at ten',
	to: SAMPLE_INBOX,
};

const byReply = { source: '0559000100', responseType: 'smsReply' };

const SENDING = [
	...SENDS.map(([name, parameters]) => [name, parameters({ phones: SAMPLE_PHONE })] as const),
	['SMS Reply', parametersFor('sms', 'reply', { message: 'Thank you' })()] as const,
	['OTP Send', sendCode({ phone: '057-000-0001' })] as const,
	['Send and Wait', ask({ phones: '+972570000001' })] as const,
	['Send and Wait by reply', ask({ phones: SAMPLE_PHONE, ...byReply })] as const,
];

describe.each(SENDING)('%s', (_, parameters) => {
	test.each(['manual', 'trigger'] as const)('is only checked: %s', async (mode) => {
		const own = { ...(parameters.options as object), limits: { mostMessages: { figure: 1 } } };
		for (const options of [own, { ...own, idempotencyKey: 'order 1' }]) {
			const { items, hints, run } = await fixture.runWell(
				{ ...parameters, options: options },
				{ items: [SAMPLE], mode },
			);
			expect(run.waitTill).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({
				accepted: true,
				phone: expect.stringContaining('570000001') as string,
				onlyChecked: true,
				result: NOT_SENT,
			});
			expect(items[0]?.json).not.toHaveProperty('outcome');
			expect(hints).toContain('1 only checked');
		}
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});
});

test('counts no sample, and keeps nobody back for one', async () => {
	const { items, hints } = await fixture.run(
		sendSms({ phones: '={{ $json.phone }}' }, { limits: { mostMessages: { figure: 2 } } }),
		{
			items: [SAMPLE_PHONE, SAMPLE_PHONE, '0501111111', `${SAMPLE_PHONE},0502222222`].map(
				(phone) => ({ phone }),
			),
		},
	);
	expect(items.map(({ json }) => json.onlyChecked)).toEqual([true, true, undefined, undefined]);
	expect(items[3]?.json).toMatchObject({
		accepted: true,
		recipients: [
			{ phone: '0570000001', result: NOT_SENT, onlyChecked: true },
			{ phone: '0502222222', result: 'Accepted' },
		],
	});
	expect(hints).toEqual(['2 accepted, 2 only checked']);
	expect(fixture.sandbox.messages()).toHaveLength(2);
});
