import { call, PHONE, smsTo } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const timed = (name: string, timing = '16/01/26 10:00') =>
	smsTo(PHONE, { timing, campaign_name: name });

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

test('gives back what a cancelled campaign cost', async () => {
	await call(sandbox(), 'sms', timed('Sale'));
	expect(sandbox().accountView().credits).toBe(99_999);
	await call(sandbox(), 'cancel', { campaign_name: 'Sale' });
	expect(sandbox().accountView().credits).toBe(100_000);
});
