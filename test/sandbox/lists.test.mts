// Contact lists and the blocklist.
import { call, ENCODINGS, smsTo, TODAY } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const newList = () =>
	call(sandbox(), 'newCL', {
		cl: { name: 'List', destinations: { destination: { phone: '0501111111' } } },
	});

test('errors are absent when every row was stored', async () => {
	expect((await newList()).fields).not.toHaveProperty('errors');
});

test.each(ENCODINGS)('ids may repeat inside one cl in %s', async (encoding) => {
	await newList();
	await newList();
	await call(sandbox(), 'removeCL', { cl: { id: ['21501', '21502'] } }, { encoding });
	expect((await call(sandbox(), 'getCL')).fields.contact_lists).toStrictEqual([]);
});

describe('the blocklist', () => {
	const block = () => call(sandbox(), 'addNumBL', { phones: { phone: '0501234567' } });

	test('blocking again keeps the first date', async () => {
		await block();
		await sandbox().advanceClock(3_600_000);
		expect(await block()).toMatchObject({ status: 946 });
		const { transactions } = (await call(sandbox(), 'blacklist', TODAY)).fields;
		expect(transactions).toEqual([{ phone: '050****567', date: '15/01/26 10:00' }]);
	});

	test('is each account’s own', async () => {
		await block();
		const by = sandbox().otherUser;
		expect(await call(sandbox(), 'sms', smsTo('0501234567'), { by })).toMatchObject({ status: 0 });
	});
});
