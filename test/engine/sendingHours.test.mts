import { detailsOf, useSandbox } from './harness/useSandbox.mts';
import { sendingHours, SENDS, sendSms } from './harness/calls.mts';

const fixture = useSandbox();

// The node uses this process's clock. Israel time: a Sunday, a Friday and the eve of Yom Kippur.
const SUNDAY_NOON = '2026-11-22T12:00+02:00';
const FRIDAY_NOON = '2026-11-27T15:00+02:00';
const EVE_OF_YOM_KIPPUR = '2026-09-20T15:00+03:00';

async function at(time: string): Promise<void> {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
	await fixture.sandbox.setClock(Date.parse(time));
}

const held = (opensAt: string) => ({
	accepted: false,
	result: 'Not sent: outside the sending hours',
	phone: '0501234567',
	details: { skipped: true, held: true, opensAt },
});

const RUN_ID = /^n8n-[0-9a-f]{6}-1042-0$/;

describe.each(SENDS)('%s', (name, parameters) => {
	test('sends at once while they are open', async () => {
		await at(SUNDAY_NOON);
		const { items } = await fixture.run(parameters({}, sendingHours()));
		expect(items[0]?.json).toMatchObject({ accepted: true });
		expect(items[0]?.json.details).not.toHaveProperty('scheduledFor');
		expect('campaignName' in detailsOf(items[0]?.json)).toBe(name === 'SMS Send Bulk');
		expect(fixture.sandbox.messages()).not.toMatchObject([{ state: 'scheduled' }]);
	});

	test.each([
		[FRIDAY_NOON, '2026-11-29T08:00:00+02:00'],
		[EVE_OF_YOM_KIPPUR, '2026-09-22T08:00:00+03:00'],
	])('schedules a text of %s for %s', async (now, opening) => {
		await at(now);
		const { items } = await fixture.run(parameters({}, sendingHours()));
		expect(items[0]?.json).toMatchObject({ accepted: true, details: { scheduledFor: opening } });
		await fixture.sandbox.setClock(Date.parse(opening) - 1000);
		expect(fixture.sandbox.messages()).toMatchObject([{ state: 'scheduled' }]);
		expect(detailsOf(items[0]?.json).campaignName).toMatch(RUN_ID);
		await fixture.sandbox.setClock(Date.parse(opening) + 60_000);
		expect(fixture.sandbox.messages()).not.toMatchObject([{ state: 'scheduled' }]);
	});

	test('Skip sends nothing, and says when they begin', async () => {
		await at(FRIDAY_NOON);
		const { items, hints } = await fixture.runWell(
			parameters({}, sendingHours({ outside: 'leaveOut' })),
		);
		expect(hints).toEqual(['0 of 1 sent: 1 outside the sending hours']);
		expect(items).toEqual([{ json: held('2026-11-29T08:00:00+02:00'), pairedItem: { item: 0 } }]);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});

	test.each([
		['2026-11-28T10:00', 'schedule', '2026-11-29T08:00:00+02:00'],
		['2026-11-29T10:00', 'schedule', '2026-11-29T10:00:00+02:00'],
		['2026-11-29T10:00', 'leaveOut', '2026-11-29T10:00:00+02:00'],
		['2026-11-28T10:00', 'leaveOut', undefined],
	])('sends for a schedule of %s with %s: %s', async (timing, outside, scheduledFor) => {
		await at(FRIDAY_NOON);
		const { items } = await fixture.run(parameters({}, { timing, ...sendingHours({ outside }) }));
		const details = detailsOf(items[0]?.json);
		expect(details.scheduledFor).toBe(scheduledFor);
		expect(details.held).toBe(scheduledFor === undefined ? true : undefined);
	});
});

test('names what is no choice outside of the hours', async () => {
	const said = /'Sending Hours' is "never"; use one of: leaveOut, schedule/;
	await fixture.expectBadInput(sendSms({}, sendingHours({ outside: 'never' })), said);
});

test('bad input is found outside of the hours as well', async () => {
	await at(FRIDAY_NOON);
	await fixture.expectBadInput(
		sendSms({ phones: 'nobody' }, sendingHours({ outside: 'leaveOut' })),
		/'Phone Numbers' is not a phone number/,
	);
});

test('leaves the key of a message that is held unused', async () => {
	const send = sendSms({}, { idempotencyKey: 'order-7', ...sendingHours({ outside: 'leaveOut' }) });
	await at(FRIDAY_NOON);
	const { items } = await fixture.run(send);
	expect(items[0]?.json).toEqual(held('2026-11-29T08:00:00+02:00'));
	await at(SUNDAY_NOON);
	expect((await fixture.run(send)).items[0]?.json.accepted).toBe(true);
	expect((await fixture.run(send)).items[0]?.json.details).toMatchObject({ skipped: true });
	expect(fixture.sandbox.messages()).toHaveLength(1);
});

test('schedules a text of a rehearsal, too', async () => {
	await at(FRIDAY_NOON);
	await fixture.run(sendSms({}, sendingHours()), { rehearsalPhone: '0537778899' });
	expect(fixture.sandbox.messages()).toMatchObject([{ state: 'scheduled' }]);
});
