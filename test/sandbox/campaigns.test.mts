import { call, ENCODINGS, PHONE, smsTo, TODAY, withId } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const timed = (name: string, timing = '16/01/26 10:00') =>
	smsTo(PHONE, { timing, campaign_name: name });

test('sends a message at once when there is no timing', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE));
	expect(sandbox().messages()).toMatchObject([{ state: 'accepted', campaignId: 700_001 }]);
});

test('sends a message at the minute of Israel time that timing names', async () => {
	await call(sandbox(), 'sms', timed('Sale'));
	await sandbox().setClock('2026-01-16T09:59:59+02:00');
	expect(sandbox().messages()).toMatchObject([{ state: 'scheduled' }]);
	await sandbox().advanceClock(1_000);
	const sentAt = Date.parse('2026-01-16T10:00:00+02:00');
	expect(sandbox().messages()).toMatchObject([{ state: 'accepted', sentAt }]);
});

test('reads timing three hours ahead in summer', async () => {
	await call(sandbox(), 'sms', timed('Summer', '01/07/26 10:00'));
	await sandbox().setClock('2026-07-01T07:00:00Z');
	const sentAt = Date.parse('2026-07-01T07:00:00Z');
	expect(sandbox().messages()).toMatchObject([{ state: 'accepted', sentAt }]);
});

test('sends at once when the time has passed', async () => {
	await call(sandbox(), 'sms', timed('Late', '14/01/26 10:00'));
	expect(sandbox().messages()).toMatchObject([{ state: 'accepted' }]);
});

describe.each(ENCODINGS)('in %s', (encoding) => {
	test('cancels a scheduled campaign once, which never goes out', async () => {
		const { fields } = await call(sandbox(), 'sms', timed('Sale'), { encoding });
		const byId = () => call(sandbox(), 'cancel', { campaign_id: fields.shipment_id }, { encoding });
		expect(await byId()).toMatchObject({ status: 0 });
		expect(await byId()).toMatchObject({ status: 955 });
		await sandbox().advanceClock(2 * 86_400_000);
		expect(sandbox().messages()).toMatchObject([{ state: 'cancelled', sentAt: undefined }]);
	});

	test('cancelling by name stops every pending campaign of that name and tells how many', async () => {
		await call(sandbox(), 'sms', smsTo(PHONE, { campaign_name: 'Sale' }));
		await call(sandbox(), 'sms', timed('Sale'));
		await call(sandbox(), 'bulk', {
			messages: { sms: [smsTo(PHONE)] },
			timing: '17/01/26 10:00',
			campaign_name: 'Sale',
		});
		await call(sandbox(), 'sms', timed('Other'));
		const byName = () => call(sandbox(), 'cancel', { campaign_name: 'Sale' }, { encoding });
		expect(await byName()).toMatchObject({
			status: 0,
			fields: { message: '2 campaigns were cancelled' },
		});
		expect(
			sandbox()
				.messages()
				.map(({ state }) => state),
		).toEqual(['accepted', 'cancelled', 'cancelled', 'scheduled']);
		expect(await byName()).toMatchObject({ status: 966 });
	});
});

test('cancelling by name again, when all were cancelled, is 955', async () => {
	await call(sandbox(), 'sms', timed('Sale'));
	await call(sandbox(), 'cancel', { campaign_name: 'Sale' });
	expect(await call(sandbox(), 'cancel', { campaign_name: 'Sale' })).toMatchObject({ status: 955 });
});

test('gives back what a cancelled campaign cost', async () => {
	await call(sandbox(), 'sms', timed('Sale'));
	expect(sandbox().accountView().credits).toBe(99_999);
	await call(sandbox(), 'cancel', { campaign_name: 'Sale' });
	expect(sandbox().accountView().credits).toBe(100_000);
});

test('reports nothing of a cancelled campaign', async () => {
	await call(sandbox(), 'sms', { ...timed('Sale'), destinations: { phone: withId(PHONE, 'a') } });
	await call(sandbox(), 'cancel', { campaign_name: 'Sale' });
	await sandbox().advanceClock(2 * 86_400_000);
	const query = { transactions: { external_id: 'a' }, from: TODAY.from, to: '18/01/26 00:00' };
	const { fields } = await call(sandbox(), 'dlr', query);
	expect(fields.transactions).toStrictEqual([]);
});

test('birthday campaigns change their text only', async () => {
	await call(sandbox(), 'edit_birthday_campaign', { campaign_id: 5001, message: 'Mazal tov' });
	const { fields } = await call(sandbox(), 'get_birthday_campaigns');
	expect(fields.birthday_campaigns).toMatchObject([
		{ id: '5001', message: 'Mazal tov', source: 'TextMe', time: '10:00' },
		{ id: '5002', message: 'יום הולדת שמח' },
	]);
});
