import { bulk, SENDS, sendSms, sendVoice } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const givenContacts = async (...phones: string[]) =>
	await oneContactList(fixture.sandbox, ...phones.map((phone) => ({ phone })));

const ROWS = Array.from({ length: 12 }, (_, n) => ({ name: `Customer ${n}` }));
const toList = { sendTo: 'contactLists', contactLists: ['21501'] };
const texts = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

describe('a contact list behind a sheet', () => {
	beforeEach(async () => await givenContacts('0501111111', '0502222222'));

	test.each([
		['SMS Send', sendSms],
		['Voice Send', sendVoice],
	])('texts a contact list once by %s', async (_, parameters) => {
		const { items, hints } = await fixture.run(parameters({ ...toList, message: 'Sale' }), {
			items: ROWS,
		});
		expect(texts()).toHaveLength(2);
		expect(items[0]?.json.accepted).toBe(true);
		const details = { skipped: true, duplicateOf: 0 };
		expect(items[11]?.json).toMatchObject({ accepted: false, details });
		expect(hints[0]).toMatch(/^1 of 12 sent: 11 duplicates/);
	});

	test('Send Bulk texts it once beside the numbers', async () => {
		const items = ROWS.slice(0, 3).map((_, n) => ({ phone: `050333333${n}`, text: 'Sale' }));
		await fixture.run(bulk({}, { contactList: '21501' }), { items });
		expect(
			texts()
				.map(([phone]) => phone)
				.sort(),
		).toEqual(['0501111111', '0502222222', '0503333330', '0503333331', '0503333332']);
	});
});

test('texts a list once that an item names twice', async () => {
	await givenContacts('0501111111');
	const contactLists = ['21501', '21501'];
	const { items } = await fixture.run(sendSms({ ...toList, contactLists, message: 'Sale' }));
	expect(items[0]?.json.accepted).toBe(true);
	expect(texts()).toEqual([['0501111111', 'Sale']]);
});

test('takes the lists of two sub-accounts with one ID for two lists', async () => {
	const send = sendSms(
		{ ...toList, message: '=Sale of {{ $json.shop }}' },
		{ onBehalfOf: '={{ $json.shop }}' },
	);
	const accepted = '{"status":0,"message":"ok","shipment_id":"1"}';
	const { items, error } = await fixture.runWithReply(accepted, send, {
		items: [{ shop: 'Haifa' }, { shop: 'Eilat' }],
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.accepted)).toEqual([true, true]);
});

describe('a text that differs by item', () => {
	beforeEach(async () => await givenContacts('0501111111'));

	test.each(SENDS)('is refused before anything is sent: %s', async (name, parameters) => {
		const isBulk = name === 'SMS Send Bulk';
		const run = async (more = {}) =>
			await fixture.run(
				parameters(
					{ ...(isBulk ? { phones: '0503333333' } : toList), message: '=Dear {{ $json.name }}' },
					{ ...(isBulk && { contactList: '21501' }), ...more },
				),
				{ items: ROWS },
			);
		for (const options of [{}, { duplicates: 'sendAll' }]) {
			const { error } = await run(options);
			expect(error?.message).toBe(
				"'Message' of item 1 is not that of item 0, and both go to contact list 21501 [item 0]",
			);
			expect(error?.description).toMatch(/use one text without expressions/);
		}
		expect(fixture.sandbox.requests({ root: 'sms' })).toEqual([]);
		expect(texts()).toEqual([]);
	});

	test('is refused for this list alone where the run goes on', async () => {
		await givenContacts('0502222222');
		const { items } = await fixture.runWell(
			sendSms({
				sendTo: 'contactLists',
				contactLists: '={{ $json.lists }}',
				message: '={{ $json.text }}',
			}),
			{
				onError: 'continueRegularOutput',
				items: [
					{ lists: ['21501', '21503'], text: 'Sale' },
					{ lists: ['21502'], text: 'Sale' },
					{ lists: ['21501', '21503'], text: 'Last day' },
				],
			},
		);
		expect(items.map(({ json }) => json.accepted)).toEqual([false, true, false]);
		expect(items[2]?.json.result).toMatch(
			/^Not sent: 'Message' of item 2 is not that of item 0, .* contact list 21501$/,
		);
		expect(texts()).toEqual([['0502222222', 'Sale']]);
	});
});

test('says of a refused send to contact lists to which, and names no empty number', async () => {
	await givenContacts('0501111111');
	fixture.sandbox.addFault({ kind: 'noCredit', times: 2 });
	const { items } = await fixture.goOn(sendSms(toList), [{}]);
	expect(items[0]?.json).toMatchObject({ accepted: false, contactList: '21501' });
	expect(items[0]?.json.phone).toBeUndefined();
	const { errors } = await fixture.run(sendSms(toList), { onError: 'continueErrorOutput' });
	expect(errors[0]?.json.error).toMatchObject({ accepted: false, contactList: '21501' });
});
