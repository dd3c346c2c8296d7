import { bulk } from './harness/bulkItems.mts';
import { contactListsOf } from './harness/contactLists.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { sendVoice } from './harness/voiceSend.mts';

const fixture = useSandbox();
const { givenContacts } = contactListsOf(fixture);

const ROWS = Array.from({ length: 12 }, (_, n) => ({ name: `Customer ${n}` }));
const toList = { sendTo: 'contactLists', contactLists: ['21501'] };
const texts = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

describe('a contact list behind a sheet', () => {
	beforeEach(async () => await givenContacts('0501111111, 0502222222'));

	test.each([
		['SMS Send', sendSms],
		['Voice Send', sendVoice],
	])('texts a contact list once by %s', async (_, parameters) => {
		const { items, hints } = await fixture.run(parameters({ ...toList, message: 'Sale' }), {
			items: ROWS,
		});
		expect(texts()).toHaveLength(2);
		expect(items[0]?.json.accepted).toBe(true);
		expect(items[11]?.json).toMatchObject({
			accepted: false,
			skipped: true,
			duplicateOf: 0,
			duplicates: [{ contactList: '21501', duplicateOf: 0 }],
		});
		expect(hints[0]).toMatch(/^1 accepted, 11 duplicates/);
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

test('sends another text to the list as well', async () => {
	await givenContacts('0501111111');
	await fixture.run(sendSms({ ...toList, message: '={{ $json.text }}' }), {
		items: [{ text: 'Sale' }, { text: 'Last day' }, { text: 'Sale' }],
	});
	expect(
		texts()
			.map(([, text]) => text)
			.sort(),
	).toEqual(['Last day', 'Sale']);
});

test.each(SENDS.slice(0, 2))(
	'sends nothing where each row has a text for a whole list: %s',
	async (name, parameters) => {
		await givenContacts('0501111111');
		const values = name === 'SMS Send' ? toList : { phones: '0503333333' };
		const options = name === 'SMS Send' ? {} : { contactList: '21501' };
		const run = async (more = {}) =>
			await fixture.run(
				parameters({ ...values, message: '=Dear {{ $json.name }}' }, { ...options, ...more }),
				{ items: ROWS },
			);
		const { error } = await run();
		expect(error?.message).toBe(
			'Contact list 21501 would get 12 texts, one for each input item or pass of a loop',
		);
		expect(texts()).toEqual([]);
		expect((await run({ duplicates: 'sendAll' })).error).toBeUndefined();
	},
);
