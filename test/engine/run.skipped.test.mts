import { bulk, SENDS, sendingHours, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { getByExternalId, reportsArrive } from './harness/reports.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const BLOCKED = '0502222222';
const PATIENTS = ['0501111111', BLOCKED, '0503333333'].map((phone) => ({
	phone,
	text: `Dear ${phone}`,
}));
const phones = () => fixture.sandbox.messages().map(({ phone }) => phone);
const block = () => fixture.sandbox.optOut({ phone: BLOCKED });

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const OPTED_OUT = 'Not sent: on the blocklist (opted out, or blocked by you)';

describe('an opted-out patient', () => {
	describe.each([
		['SMS Send', sendSms, ', 2 SMS'],
		['Voice Send', sendVoice, ''],
	])('%s', (_, parameters, sms) => {
		test.each(ON_ERROR)('does not stop the reminders of others, with %s', async (onError) => {
			block();
			const { items, errors, hints } = await fixture.runWell(
				parameters(TO_EACH, { concurrentRequests: 1 }),
				{ items: PATIENTS, onError },
			);
			expect(errors).toEqual([]);
			expect(phones()).toEqual(['0501111111', '0503333333']);
			const skipped = { accepted: false, phone: BLOCKED, result: OPTED_OUT };
			expect(items[1]?.json).toMatchObject({ ...skipped, details: { skipped: true } });
			expect(hints.at(-1)).toBe(`2 of 3 sent${sms}: 1 on the blocklist`);
		});

		test('says of several that everybody has opted out', async () => {
			block();
			fixture.sandbox.optOut({ phone: '0504444444' });
			const phones = `${BLOCKED}, 0504444444`;
			const { items } = await fixture.run(parameters({ phones }));
			expect(items[0]?.json.result).toBe(OPTED_OUT);
		});
	});

	test('who has opted out counts as accepted among many in one request', async () => {
		block();
		const many = Array.from({ length: 20 }, (_, n) => ({
			phone: `05022222${n + 20}`,
			text: `${n}`,
		}));
		const { items, hints } = await fixture.run(bulk(), { items: many });
		expect(items[2]?.json.phone).toBe(BLOCKED);
		expect(items[2]?.json.accepted).toBe(true);
		expect(hints).toEqual(['20 of 20 sent, 20 SMS']);
		await reportsArrive(fixture);
		const externalId = detailsOf(items[2]?.json).externalId as string;
		const reports = await fixture.run(getByExternalId({ externalIds: externalId }), {});
		expect(reports.items[0]?.json).toMatchObject({ found: true, state: 'blocked' });
	});

	test('says of the same text to the same person why it was skipped', async () => {
		block();
		const { items, hints } = await fixture.run(sendSms(TO_EACH), {
			items: [PATIENTS[1] ?? {}, PATIENTS[1] ?? {}],
		});
		const details = { skipped: true, duplicateOf: 0 };
		expect(items[1]?.json).toMatchObject({ accepted: false, result: OPTED_OUT, details });
		expect(hints).toEqual(['0 of 2 sent: 2 on the blocklist']);
	});
});

test.each(SENDS)('who got a message lately leaves the key for a later day: %s', async (_, send) => {
	await fixture.run(send());
	const again = send({}, { tempBl: 1, idempotencyKey: 'order-1' });
	const { items } = await fixture.run(again);
	expect(items[0]?.json).toEqual({
		...{ accepted: false, phone: '0501234567' },
		details: { skipped: true, idempotencyKey: 'order-1' },
		result: expect.stringContaining("'Skip If Messaged in Last Days'") as string,
	});
	await fixture.sandbox.advanceClock(2 * 86_400_000);
	const later = await fixture.run(again);
	expect(later.items[0]?.json.accepted).toBe(true);
});

test('says of an item for whom it was skipped, if that differs', async () => {
	block();
	const items = [{ phone: '0501111111' }, { phone: `0501111111, ${BLOCKED}` }];
	const result = await fixture.run(sendSms({ phones: '={{ $json.phone }}' }), { items });
	const recipients = [
		{ accepted: false, phone: '0501111111', duplicateOf: 0 },
		{ accepted: false, phone: BLOCKED, result: OPTED_OUT },
	];
	expect(result.items[1]?.json).toMatchObject({
		result: 'Accepted for 0 of 2',
		details: { skipped: true, recipients },
	});
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-27T15:00+02:00'));
	const options = sendingHours({ outside: 'leaveOut' });
	const closed = await fixture.run(sendSms({ phones: '0501111111, 0503333333' }, options));
	expect(closed.items[0]?.json).toMatchObject({
		details: { skipped: true },
		result: 'Not sent: outside the sending hours',
	});
});

test('tells of all of it in one sentence', async () => {
	block();
	const { hints } = await fixture.goOn(sendSms(TO_EACH, { concurrentRequests: 1 }), [
		...PATIENTS,
		{ phone: '050', text: 'x' },
		PATIENTS[0] ?? {},
		PATIENTS[0] ?? {},
	]);
	expect(hints).toEqual([
		"2 of 6 sent, 2 SMS: 1 on the blocklist, 2 duplicates, 1 wrong number (item 3). To send duplicates, too, set 'Duplicates' to 'Send All'.",
	]);
});
