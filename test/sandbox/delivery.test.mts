import { DELIVERY_STATUSES } from '../../sandbox/deliveryStatuses.mts';
import { MAGIC_PHONES } from '../../sandbox/magic.mts';
import { call, smsTo, TODAY, withId } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const HOUR = 3_600_000;
const magic = (ending: string) => `0509999${ending}`;
const padded = (code: number) => String(code).padStart(3, '0');

const send = (phone: string, id = 'a') => call(sandbox(), 'sms', smsTo(withId(phone, id)));
const reports = async (id = 'a') => {
	const query = { transactions: { external_id: id }, ...TODAY };
	return (await call(sandbox(), 'dlr', query)).fields.transactions as object[];
};

const own = new Set(MAGIC_PHONES.map(({ ending }) => ending));
const CODES = [...DELIVERY_STATUSES].filter(([code]) => code >= 0 && !own.has(padded(code)));

test.each(CODES)('reports %s when a phone asks for it', async (code, { he, en, state }) => {
	await send(magic(padded(code)));
	await sandbox().advanceClock(10_000);
	expect(sandbox().messages()).toMatchObject([{ state, dlr: code }]);
	expect(await reports()).toMatchObject([{ status: String(code), message_he: he, en_message: en }]);
});

test('reports a code that nobody has listed when a phone asks for it', async () => {
	await send(magic('333'));
	await sandbox().advanceClock(10_000);
	expect(await reports()).toMatchObject([{ status: '333' }]);
});

test.each([
	['015', [[10_000, 15]]],
	['800', [[10_000, -1]]],
	[
		'801',
		[
			[2_000, -1],
			[2_000, 102],
		],
	],
	['802', [[HOUR * 24, undefined]]],
	[
		'803',
		[
			[HOUR - 1, undefined],
			[1, 102],
		],
	],
	['804', [[10_000, 102]]],
	['805', [[0, 102]]],
] as [string, [number, number | undefined][]][])(
	'obeys a phone ending in %s',
	async (ending, steps) => {
		await send(magic(ending));
		for (const [wait, dlr] of steps) {
			await sandbox().advanceClock(wait);
			expect(sandbox().messages()).toMatchObject([{ dlr }]);
		}
	},
);

test('all special endings are tried above', () => {
	expect([...own].sort()).toEqual(['015', '800', '801', '802', '803', '804', '805']);
});

test('reports an ordinary phone delivered after the delay, and not before', async () => {
	await send('0501234567');
	await sandbox().advanceClock(1_999);
	expect(await reports()).toStrictEqual([]);
	await sandbox().advanceClock(1);
	expect(await reports()).toMatchObject([{ status: '102', date: '15/01/26 10:00' }]);
});

test('blocked by the customer reports 201, opted out reports 17', async () => {
	await call(sandbox(), 'addNumBL', { phones: { phone: '0521111111' } });
	sandbox().optOut({ phone: '0531111111' });
	const phone = [withId('0521111111', 'a'), withId('0531111111', 'b'), withId('0501111111', 'c')];
	await call(sandbox(), 'sms', smsTo(phone));
	await sandbox().advanceClock(10_000);
	expect(await reports('a')).toMatchObject([{ status: '201' }]);
	expect(await reports('b')).toMatchObject([{ status: '17' }]);
	expect(await reports('c')).toMatchObject([{ status: '102' }]);
	expect(sandbox().conversation('0521111111')).toStrictEqual([]);
});

test('reaches nobody who opted out before a scheduled campaign goes out', async () => {
	await call(sandbox(), 'sms', smsTo(withId('0501234567', 'a'), { timing: '15/01/26 11:00' }));
	sandbox().optOut({ phone: '0501234567' });
	await sandbox().advanceClock(2 * HOUR);
	expect(await reports()).toMatchObject([{ status: '17' }]);
});

describe('windows', () => {
	const byDate = async (from: string, to: string) => {
		const query = { transactions: { external_id: 'null' }, from, to };
		return (await call(sandbox(), 'dlrByDate', query)).fields.transactions as object[];
	};

	test('both ends belong to it', async () => {
		await send('0501234567');
		await sandbox().advanceClock(10_000);
		expect(await byDate('15/01/26 10:00', '15/01/26 10:00')).toHaveLength(1);
		expect(await byDate('15/01/26 10:01', '15/01/26 10:02')).toHaveLength(0);
		expect(await byDate('15/01/26 09:00', '15/01/26 09:59')).toHaveLength(0);
	});

	test.each([
		['in winter', '15/01/26 00:00', '22/01/26 00:00', '22/01/26 00:01'],
		['when daylight saving begins', '26/03/26 00:00', '02/04/26 00:00', '02/04/26 00:01'],
		['when it ends', '22/10/26 00:00', '29/10/26 00:00', '29/10/26 00:01'],
	])('allows a whole week %s, and not one minute more', async (_when, from, week, more) => {
		const query = (to: string) =>
			call(sandbox(), 'dlrByDate', { transactions: { external_id: 'null' }, from, to });
		expect(await query(week)).toMatchObject({ status: 0 });
		expect(await query(more)).toMatchObject({ status: 998 });
	});

	test('messages of other accounts, without ids and unreported ones', async () => {
		await send('0501234567');
		await call(sandbox(), 'sms', smsTo('0521111111'));
		await call(sandbox(), 'sms', smsTo('0531111111'), { by: sandbox().otherUser });
		await send(magic('802'), 'never');
		await sandbox().advanceClock(10_000);
		expect(await byDate(TODAY.from, TODAY.to)).toMatchObject([
			{ external_id: 'a', phone: '0501234567' },
			{ external_id: '', phone: '0521111111' },
		]);
	});

	test('lists both reports of an id used twice, each once when it is asked for twice', async () => {
		await send('0501234567');
		await send('0521111111');
		await sandbox().advanceClock(10_000);
		const query = { transactions: { external_id: ['a', 'a'] }, ...TODAY };
		const { fields } = await call(sandbox(), 'dlr', query);
		expect(fields.transactions).toHaveLength(2);
	});
});
