import './harness/noWaits.mts';

import type { IDataObject } from 'n8n-workflow';

import { SAMPLE_INBOX, SAMPLE_PHONE } from '../../gateway/samplePhone';
import { sendCode } from './harness/oneTimeCodes.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { ask } from './harness/questions.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();

const NOT_SENT = 'This is the number of a sample: nothing was sent.';

/** A sample of an incoming message, as a trigger brings it. */
const SAMPLE = {
	event: 'incomingMessage',
	eventId: 'sample',
	sample: true,
	phone: '0570000001',
	message: 'Yes, see you at ten',
	to: SAMPLE_INBOX,
};

const byReply = {
	source: '0559000100',
	responseType: 'smsReply',
};

const SENDING = [
	...SENDS.map(([name, parameters]) => [name, parameters({ phones: SAMPLE_PHONE })] as const),
	['SMS Reply', parametersFor('sms', 'reply', { message: 'Thank you' })()] as const,
	['OTP Send', sendCode({ phone: '057-000-0001' })] as const,
	['Send and Wait', ask({ phone: '+972570000001' })] as const,
	['Send and Wait by reply', ask({ phone: SAMPLE_PHONE, ...byReply })] as const,
];

describe('Sample', () => {
	describe.each(SENDING)('%s', (_, parameters) => {
		test('is only checked in a test', async () => {
			const own = { ...(parameters.options as object), limits: { leastBalance: { figure: 1 } } };
			for (const options of [own, { ...own, idempotencyKey: 'order 1' }]) {
				const { items, hints, error, run } = await fixture.run(
					{ ...parameters, options: options as never },
					{ items: [SAMPLE] },
				);
				expect(error).toBeUndefined();
				expect(run.waitTill).toBeUndefined();
				expect(items).toHaveLength(1);
				expect(items[0]?.json).toMatchObject({
					accepted: true,
					phone: expect.stringContaining('570000001') as string,
					onlyChecked: true,
					warning: NOT_SENT,
				});
				expect(items[0]?.json).not.toHaveProperty('outcome');
				expect(hints).toContain('1 sample only checked');
			}
			expect(fixture.sandbox.requests()).toHaveLength(0);
		});

		test('is no sample to a published workflow', async () => {
			const { items } = await fixture.run(parameters, {
				items: [SAMPLE],
				mode: 'trigger',
				onError: 'continueRegularOutput',
			});
			expect(fixture.sandbox.requests().length).toBeGreaterThan(0);
			expect(items.map(({ json }) => json.onlyChecked)).toEqual([undefined]);
		});
	});
});

test('counts no sample, and keeps nobody back for one', async () => {
	const { items, hints } = await fixture.run(
		sendSms(
			{ phones: '={{ $json.phone }}' },
			{ limits: { mostMessages: { figure: 2 } }, duplicates: 'onePerNumber' },
		),
		{
			items: [SAMPLE_PHONE, SAMPLE_PHONE, '0501111111', `${SAMPLE_PHONE},0502222222`].map(
				(phone) => ({ phone }),
			),
		},
	);
	expect(items.map(({ json }) => json.onlyChecked)).toEqual([true, true, undefined, undefined]);
	expect(items[3]?.json).toMatchObject({
		accepted: true,
		phone: '0502222222',
		rejected: [{ phone: '0570000001', reason: NOT_SENT }],
	});
	expect(hints).toEqual(['2 accepted, 2 samples only checked']);
	expect(fixture.sandbox.messages()).toHaveLength(2);
});

describe('a test that begins with what a trigger fetched', () => {
	const NOON = Date.parse('2026-05-01T12:00:00+03:00');
	beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOON));
	afterEach(() => jest.restoreAllMocks());
	const wrote = (phone: string, date: unknown = '2026-05-01T10:31:12+03:00'): IDataObject => ({
		...({
			event: 'incomingMessage',
			eventId: `of ${phone}`,
			phone,
			to: '0559000100',
			date,
		} as IDataObject),
	});
	const answer = parametersFor('sms', 'reply', { message: 'Thank you' })();
	const said = async (triggered: IDataObject[], more: Partial<SandboxRun> = {}) => {
		const items = triggered.map(() => ({ output: 'of an agent' }));
		const { hints, error } = await fixture.run(answer, { triggered, items, ...more });
		expect(error).toBeUndefined();
		return hints.filter((hint) => hint.startsWith('You '));
	};

	test('says whom it has texted, and when they wrote', async () => {
		expect(await said([wrote('0501234567')])).toEqual([
			'You texted 050-123 4567, who wrote at 10:31. What a trigger fetches is real.',
		]);
		expect(await said([wrote('0501234567', '2026-04-30T10:31:12+03:00'), SAMPLE])).toEqual([
			'You texted 050-123 4567, who wrote on 2026-04-30 at 10:31. What a trigger fetches is real.',
		]);
	});

	test('names each once, three at most, whatever their dates are', async () => {
		const dates = ['soon', undefined, {}, 5];
		const people = dates.map((date, n) => ({ ...wrote(`050123456${n}`), date }) as IDataObject);
		expect(await said([...people, ...people])).toEqual([
			'You texted 050-123 4560, who wrote, 050-123 4561, who wrote, 050-123 4562, who wrote and 1 more. What a trigger fetches is real.',
		]);
	});

	test('says nothing of samples, in a published workflow, and in a rehearsal', async () => {
		expect(await said([SAMPLE])).toEqual([]);
		expect(await said([wrote('0501234567')], { mode: 'trigger' })).toEqual([]);
		const credentials = { ...fixture.credentials(), rehearsalPhone: '0537778899' };
		expect(await said([wrote('0501234567')], { credentials })).toEqual([]);
	});
});
