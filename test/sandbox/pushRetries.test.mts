import { call, PHONE, smsTo, withId } from './call.mts';
import { deliver } from './deliver.mts';
import { usePushReceiver } from './pushReceiver.mts';
import { useSandbox } from './useSandbox.mts';

const DELAYS = [1_000, 10_000, 100_000];
const sandbox = useSandbox({ pushRetryDelaysMs: DELAYS });
const { receiver, url } = usePushReceiver();

describe('a receiver that fails', () => {
	const states = () =>
		sandbox()
			.pushLog()
			.map(({ state }) => state);
	const address = () => sandbox().pushAddresses()[0];

	test.each([201, 204, 301, 302, 400, 404, 500, 503])(
		'holds and retries a push that is answered with %s',
		async (answer) => {
			sandbox().registerPush({ feed: 'delivery', url: url() });
			receiver().answers = [answer];
			await deliver(sandbox());
			expect(states()).toEqual(['held']);
			expect(address()).toMatchObject({ state: 'active', held: 1, delivered: 0 });
			await sandbox().advanceClock(999);
			expect(receiver().received).toHaveLength(1);
			await sandbox().advanceClock(1);
			expect(receiver().received).toHaveLength(2);
			expect(receiver().received[1]).toEqual(receiver().received[0]);
			expect(states()).toEqual(['delivered']);
			expect(address()).toMatchObject({ state: 'active', held: 0, delivered: 1, dropped: 0 });
		},
	);

	test('counts a broken connection as a failure', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		receiver().answers = ['reset'];
		await deliver(sandbox());
		expect(sandbox().pushLog()).toMatchObject([
			{ state: 'held', attempts: [{ answer: 'ECONNRESET' }] },
		]);
	});

	describe('without patience', () => {
		const hasty = useSandbox({ pushTimeoutMs: 30 });
		test('no answer is a failure', async () => {
			hasty().registerPush({ feed: 'incoming', url: url() });
			receiver().answers = ['never'];
			hasty().handsetReply({ phone: PHONE, text: 'Hi' });
			await hasty().settle();
			expect(hasty().pushLog()).toMatchObject([
				{ state: 'held', attempts: [{ answer: 'timeout' }] },
			]);
		});
	});

	test('delays grow, and after the last attempt the feed stops without a word', async () => {
		sandbox().registerPush({ feed: 'delivery', url: url() });
		receiver().answers = [500, 500, 500, 404];
		await deliver(sandbox());
		await sandbox().advanceClock(1_000_000);
		const start = Date.parse('2026-01-15T10:00:02+02:00');
		const at = [0, 1_000, 11_000, 111_000].map((ms) => start + ms);
		expect(sandbox().pushLog()).toMatchObject([
			{
				state: 'dropped',
				attempts: [
					{ at: at[0], answer: 500 },
					{ at: at[1], answer: 500 },
					{ at: at[2], answer: 500 },
					{ at: at[3], answer: 404 },
				],
			},
		]);
		expect(address()).toMatchObject({
			state: 'stopped',
			reason: 'answered 404',
			dropped: 1,
			held: 0,
		});
		await deliver(sandbox(), 'b');
		expect(receiver().received).toHaveLength(4);
		expect(states()).toEqual(['dropped', 'dropped']);
	});

	test('drops what a stopped feed held, and pushes only new reports after a restart', async () => {
		const { id } = sandbox().registerPush({ feed: 'delivery', url: url() });
		receiver().answers = [500, 500, 500, 500, 500];
		await call(sandbox(), 'sms', smsTo(withId(PHONE, 'a')));
		await sandbox().advanceClock(113_000 - 500);
		await call(sandbox(), 'sms', smsTo(withId(PHONE, 'late')));
		await sandbox().advanceClock(1_000_000);
		expect(address()).toMatchObject({ state: 'stopped' });
		expect(states()).toEqual(['dropped', 'dropped']);
		expect(sandbox().restartPush(id)).toMatchObject({ state: 'active', reason: undefined });
		receiver().answers = [];
		const before = receiver().received.length;
		await deliver(sandbox(), 'c');
		expect(receiver().received.slice(before)).toMatchObject([{ fields: { external_id: 'c' } }]);
	});

	test('another feed goes on', async () => {
		sandbox().registerPush({ feed: 'delivery', url: 'http://127.0.0.1:1/nobody' });
		sandbox().registerPush({ feed: 'delivery', url: url() });
		await deliver(sandbox());
		await sandbox().advanceClock(1_000_000);
		expect(sandbox().pushAddresses()).toMatchObject([
			{ state: 'stopped', reason: 'answered ECONNREFUSED' },
			{ state: 'active', delivered: 1 },
		]);
	});

	test('treats an address that is none like an absent receiver', async () => {
		sandbox().registerPush({ feed: 'delivery', url: 'nowhere' });
		await deliver(sandbox());
		expect(sandbox().pushLog()).toMatchObject([{ attempts: [{ answer: 'not a URL' }] }]);
	});

	test('pushes nothing more to a removed address, not even what was held', async () => {
		const { id } = sandbox().registerPush({ feed: 'delivery', url: url() });
		receiver().answers = [500];
		await deliver(sandbox());
		sandbox().removePush(id);
		await sandbox().advanceClock(1_000_000);
		expect(receiver().received).toHaveLength(1);
		expect(sandbox().pushAddresses()).toStrictEqual([]);
		expect(() => sandbox().removePush(id)).toThrow(`no push address ${id}`);
	});
});
