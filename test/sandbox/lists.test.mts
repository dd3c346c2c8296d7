// Contact lists and the blocklist.
import { call, ENCODINGS, smsTo, TODAY, type Fields } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const destinations = (...phones: string[]) => ({
	destination: phones.map((phone) => ({ phone })),
});
const contacts = async (id = '21501') => {
	const { fields } = await call(sandbox(), 'getCLbyID', { cl: { id } });
	const { destinations: found } = fields.contact_list as { destinations: { phone: string }[] };
	return found.map(({ phone }) => phone);
};

describe.each(ENCODINGS)('contact lists in %s', (encoding) => {
	const ask = (root: string, fields: Fields) => call(sandbox(), root, fields, { encoding });
	const newList = (...phones: string[]) =>
		ask('newCL', { cl: { name: 'List', destinations: destinations(...phones) } });
	const errors = (notes: string[]) =>
		encoding === 'json' ? notes : { error: notes.length === 1 ? notes[0] : notes };

	test('rows that cannot be stored are told, the others stored', async () => {
		const reply = await newList('0501111111', '050', '501111111', '0502222222');
		expect(reply.status).toBe(0);
		expect(reply.fields.errors).toEqual(
			errors([
				'050 is not a valid phone number and therefore not added',
				'501111111 is already on the contact list and therefore not added',
			]),
		);
		expect(await contacts()).toEqual(['0501111111', '0502222222']);
	});

	test('errors are absent when every row was stored', async () => {
		expect((await newList('0501111111')).fields).not.toHaveProperty('errors');
	});

	test('numbers are added once', async () => {
		await newList('0501111111');
		const cl = { id: '21501', destinations: destinations('0501111111', '0502222222') };
		const reply = await ask('addNumCL', { cl });
		expect(reply.status).toBe(0);
		expect(reply.fields.errors).toEqual(
			errors(['0501111111 is already on the contact list and therefore not added']),
		);
		expect(await contacts()).toEqual(['0501111111', '0502222222']);
	});

	test('numbers are removed, unknown ones told', async () => {
		await newList('0501111111', '0502222222');
		const cl = { id: '21501', destinations: destinations('0501111111', '0503333333') };
		const reply = await ask('rmNumCL', { cl });
		expect(reply.fields.errors).toEqual(
			errors(['0503333333 is not on the contact list and therefore not removed']),
		);
		expect(await contacts()).toEqual(['0502222222']);
	});

	test('several lists at once, unknown ones told', async () => {
		await newList('0501111111');
		await newList('0501111111');
		const cl = ['21501', '1', '21502'].map((id) => ({ id }));
		const reply = await ask('removeCL', { cl });
		expect(reply).toMatchObject({ status: 0 });
		expect(reply.fields.errors).toEqual(errors(['contact list 1 does not exist']));
		const { fields } = await call(sandbox(), 'getCL');
		expect(fields.contact_lists).toStrictEqual([]);
	});

	test('ids may repeat inside one cl', async () => {
		await newList('0501111111');
		await newList('0501111111');
		await ask('removeCL', { cl: { id: ['21501', '21502'] } });
		expect((await call(sandbox(), 'getCL')).fields.contact_lists).toStrictEqual([]);
	});
});

describe('the blocklist', () => {
	const listed = async (window: Fields = TODAY) =>
		(await call(sandbox(), 'blacklist', window)).fields.transactions;

	test('suppresses until a number is removed', async () => {
		const phones = { phone: ['0501234567', '501234567'] };
		await call(sandbox(), 'addNumBL', { phones });
		const send = () => call(sandbox(), 'sms', smsTo('0501234567'));
		expect(await send()).toMatchObject({ status: 8 });
		expect(await listed()).toEqual([{ phone: '050****567', date: '15/01/26 10:00' }]);
		const removed = await call(sandbox(), 'rmNumBL', { phones, reason: 'asked' });
		expect(removed).toMatchObject({ status: 0 });
		expect(await send()).toMatchObject({ status: 0 });
		expect(await listed()).toStrictEqual([]);
	});

	test('is read by any window, also of half a year', async () => {
		await call(sandbox(), 'addNumBL', { phones: { phone: '0501234567' } });
		expect(await listed({ from: '01/09/25 00:00', to: '01/03/26 00:00' })).toHaveLength(1);
		expect(await listed({ from: '16/01/26 00:00', to: '17/01/26 00:00' })).toStrictEqual([]);
	});

	test('blocking again keeps the first date', async () => {
		await call(sandbox(), 'addNumBL', { phones: { phone: '0501234567' } });
		await sandbox().advanceClock(3_600_000);
		expect(await call(sandbox(), 'addNumBL', { phones: { phone: '0501234567' } })).toMatchObject({
			status: 946,
		});
		expect(await listed()).toEqual([{ phone: '050****567', date: '15/01/26 10:00' }]);
	});

	test('is each account’s own', async () => {
		await call(sandbox(), 'addNumBL', { phones: { phone: '0501234567' } });
		const by = sandbox().otherUser;
		expect(await call(sandbox(), 'sms', smsTo('0501234567'), { by })).toMatchObject({ status: 0 });
	});
});
