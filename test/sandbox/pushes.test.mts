import { call, PHONE, smsTo, withId } from './call.mts';
import { deliver } from './deliver.mts';
import { usePushReceiver } from './pushReceiver.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { receiver, url } = usePushReceiver();

describe('what is pushed', () => {
	test('pushes a delivery report as a form, with the names and misspellings of the service', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		await deliver(sandbox(), 'order 1/ש');
		expect(receiver().received).toEqual([
			expect.objectContaining({
				method: 'POST',
				contentType: 'application/x-www-form-urlencoded',
				fields: {
					external_id: 'order 1/ש',
					status: '102',
					he_message: 'הגיע ליעד',
					en_message: 'Delivered',
					date: '15/01/26 10:00:02',
					phone: '972501234567',
					operaor: 'Pelephone',
					shipment_id: '700001',
				},
			}),
		]);
		expect(receiver().received[0]?.raw).toMatch(
			/^external_id=order\+1%2F%D7%A9&status=102&he_message=/,
		);
	});

	test('pushes an incoming message', async () => {
		sandbox().registerPush({ feed: 'incoming', url: url() });
		sandbox().handsetReply({ phone: '972501234567', text: 'כן, 1+1 & more' });
		await sandbox().settle();
		expect(receiver().received.map(({ fields }) => fields)).toEqual([
			{
				message: 'כן, 1+1 & more',
				date: '15/01/26 10:00:00',
				phone: '972501234567',
				dest: '0559000100',
			},
		]);
	});

	test('pushes a blocklist addition', async () => {
		sandbox().registerPush({ feed: 'blocklist', url: url() });
		sandbox().optOut({ phone: PHONE });
		await sandbox().settle();
		expect(receiver().received.map(({ fields }) => fields)).toEqual([
			{
				message: 'המספר נחסם לקבלת הודעות',
				date: '15/01/26 10:00:00',
				dest: '972501234567',
			},
		]);
	});

	test('only to the feed and the account it is for', async () => {
		sandbox().registerPush({ feed: 'incoming', url: url() });
		sandbox().registerPush({ feed: 'delivery', url: url(), username: 'demo-other' });
		await deliver(sandbox());
		expect(receiver().received).toStrictEqual([]);
	});

	test('pushes to every address of a feed', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		sandbox().registerPush({ feed: 'delivery', url: `${url()}/second` });
		await deliver(sandbox());
		expect(receiver().received).toHaveLength(2);
	});

	test('nothing for a message without an id, or blocked by the customer', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		sandbox().registerPush({ feed: 'blocklist', url: url() });
		await deliver(sandbox(), '');
		await call(sandbox(), 'addNumBL', { phones: { phone: PHONE } });
		await sandbox().settle();
		expect(receiver().received).toStrictEqual([]);
	});

	test('one report per request, for each status as it arrives', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		await deliver(sandbox(), 'a', '0509999801');
		await sandbox().advanceClock(10_000);
		expect(receiver().received.map(({ fields }) => fields.status)).toEqual(['-1', '102']);
	});

	test('pushes twice when a phone asks for it, or on demand', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		await deliver(sandbox(), 'a', '0509999804');
		sandbox().repeatPush(1);
		await sandbox().settle();
		const [first, second, third] = receiver().received;
		expect([second, third]).toEqual([first, first]);
		expect(receiver().received).toHaveLength(3);
		expect(() => sandbox().repeatPush(99)).toThrow('no push 99');
	});

	test('pushes a burst as a whole', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		const phone = Array.from({ length: 500 }, (_, n) => withId(`05${20_000_000 + n}`, `id-${n}`));
		await call(sandbox(), 'sms', smsTo(phone));
		await sandbox().advanceClock(2_000);
		const ids = new Set(receiver().received.map(({ fields }) => fields.external_id));
		expect([ids.size, receiver().received.length]).toEqual([500, 500]);
	});
});

describe('opting out', () => {
	const send = (add_unsubscribe?: number) =>
		call(sandbox(), 'sms', smsTo(PHONE, { source: '0559000100', add_unsubscribe }));
	const pushed = async () => {
		await sandbox().settle();
		return sandbox()
			.pushLog()
			.map(({ feed }) => feed);
	};
	beforeEach(() => {
		sandbox().registerPush({ feed: 'incoming', url: url() });
		sandbox().registerPush({ feed: 'blocklist', url: url() });
	});

	test('opts a phone out by the word that was asked for', async () => {
		await send(2);
		sandbox().handsetReply({ phone: PHONE, text: ' הסר ' });
		expect(await pushed()).toEqual(['incoming', 'blocklist']);
		expect(await send()).toMatchObject({ status: 8 });
	});

	test('not by that word when nobody asked for it, nor by another', async () => {
		await send();
		sandbox().handsetReply({ phone: PHONE, text: 'הסר' });
		await send(2);
		sandbox().handsetReply({ phone: PHONE, text: 'yes please' });
		expect(await pushed()).toEqual(['incoming', 'incoming']);
		expect(await send()).toMatchObject({ status: 0 });
	});
});
