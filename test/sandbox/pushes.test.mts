import { call, PHONE, smsTo, withId } from './call.mts';
import { usePushReceiver } from './pushReceiver.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox({ pushRetryDelaysMs: [1_000, 10_000, 100_000] });
const receiver = usePushReceiver();

async function deliver(id: string): Promise<void> {
	await call(sandbox(), 'sms', smsTo(withId(PHONE, id)));
	await sandbox().advanceClock(2_000);
}

test('pushes the three feeds as forms, with the names and misspellings of the service', async () => {
	for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
		sandbox().registerPush({ feed, url: receiver.url });
	}
	await deliver('order 1/ש');
	sandbox().handsetReply({ phone: '972501234567', text: 'כן, 1+1 & more', dest: '0559000100' });
	await sandbox().settle();
	sandbox().optOut({ phone: PHONE });
	await sandbox().settle();
	expect(new Set(receiver.received.map(({ contentType }) => contentType))).toEqual(
		new Set(['application/x-www-form-urlencoded']),
	);
	expect(receiver.received.map(({ fields }) => fields)).toEqual([
		{
			external_id: 'order 1/ש',
			status: '102',
			he_message: 'הגיע ליעד',
			en_message: 'Delivered',
			date: '15/01/26 10:00:02',
			phone: '972501234567',
			operaor: 'Pelephone',
			shipment_id: '700001',
		},
		{
			message: 'כן, 1+1 & more',
			date: '15/01/26 10:00:02',
			phone: '972501234567',
			dest: '0559000100',
		},
		{ message: 'המספר נחסם לקבלת הודעות', date: '15/01/26 10:00:02', dest: '972501234567' },
	]);
});

test.each([201, 204, 302, 404, 503, 'reset' as const])(
	'holds and repeats a push that is answered with %s',
	async (answer) => {
		sandbox().registerPush({ feed: 'delivery', url: receiver.url });
		receiver.answers = [answer];
		await deliver('a');
		expect(sandbox().pushLog()).toMatchObject([{ state: 'held' }]);
		await sandbox().advanceClock(1_000);
		expect(receiver.received[1]).toEqual(receiver.received[0]);
		expect(sandbox().pushLog()).toMatchObject([{ state: 'delivered' }]);
	},
);

test('stops a feed after the last attempt without a word, and begins anew when told to', async () => {
	const { id } = sandbox().registerPush({ feed: 'delivery', url: receiver.url });
	receiver.answers = [500, 500, 500, 404];
	await deliver('a');
	await sandbox().advanceClock(1_000_000);
	expect(sandbox().pushAddresses()).toMatchObject([{ state: 'stopped', reason: 'answered 404' }]);
	await deliver('b');
	expect(receiver.received).toHaveLength(4);
	sandbox().restartPush(id);
	await deliver('c');
	expect(receiver.received.slice(4)).toMatchObject([{ fields: { external_id: 'c' } }]);
});
