import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { block, bulk, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { asked } from './harness/questions.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const [PERSON, OTHER, BLOCKED] = ['0501234567', '0527654321', '0533334444'];
/** The service refuses a batch as a whole, so it gets two of them by themselves. */
const MIXED = [
	{ phone: PERSON, text: 'Hello' },
	{ phone: BLOCKED, text: 'Hello', sender: '0559000100' },
	{ phone: PERSON, text: 'Hello' },
	{ phone: '050', text: 'Hello' },
	{ phone: '', text: 'Hello' },
	{ phone: [{}], text: 'Hello' },
	{ phone: '050-123 4567', text: '' },
	{ phone: `${PERSON}, ${OTHER}`, text: 'Other' },
	{ phone: OTHER, text: '#status:4', sender: 'Shop' },
];
const WRONG = ["Not sent: 'Phone Numbers' is empty", 'wrong number'];
const NO_CREDIT = 'Not sent: The account does not have enough credit (status 4)';
const RESULTS: unknown[][] = [
	[true, PERSON, 'Accepted'],
	[false, BLOCKED, 'Not sent: on the blocklist (opted out, or blocked by you)'],
	[false, PERSON, 'Not sent: another item has this text for this number'],
	[false, '050', 'Not sent: \'Phone Numbers\' is not a phone number ("050")', 'wrong number'],
	[false, '', ...WRONG],
	[false, '', expect.stringMatching(/is not plain text/), 'wrong number'],
	[false, PERSON, "Not sent: 'Message' is empty", 'mistake'],
	[true, `${PERSON}, ${OTHER}`, 'Accepted'],
	[false, OTHER, NO_CREDIT, 'refused'],
];
const source = '={{ $json.sender ?? "TextMe" }}';
const lists = { sendTo: 'contactLists', contactLists: ['21501'], message: TO_EACH.message };
const both = { ...TO_EACH, ...lists, sendTo: 'phonesAndContactLists' };
const ACCEPTED = [true, PERSON, '21501', 'Accepted'];
const NO_TEXT = ["Not sent: 'Message' is empty", 'mistake'];
const two = (phone: string, text: string) => [MIXED[0] as IDataObject, { phone, text }];
const toLists = [
	[true, '21501', 'Accepted'],
	[false, '21501', ...NO_TEXT],
];

test.each<[string, INodeParameters, string[], IDataObject[], unknown[][]]>([
	['SMS Send', sendSms(TO_EACH), ['phone'], MIXED, RESULTS],
	['SMS Send Bulk', bulk({ source }), ['phone'], MIXED, RESULTS],
	['Voice Send', sendVoice(TO_EACH), ['phone'], MIXED, RESULTS],
	['Lists', sendSms(lists), ['contactList'], two('', ''), toLists],
	[
		'Both',
		sendSms(both),
		['phone', 'contactList'],
		two('', 'Hello'),
		[ACCEPTED, [false, '', '21501', ...WRONG]],
	],
])('%s leaves no cell of a refused row red', async (_, parameters, whom, people, results) => {
	const columns = ['accepted', ...whom, 'result', 'details', 'error'];
	await fixture.run(block({ phones: BLOCKED }));
	await oneContactList(fixture.sandbox, { phone: OTHER });
	const rowsOf = async (inOrder: IDataObject[]) => {
		const { items } = await fixture.goOn(parameters, inOrder);
		return items.map(({ json }) => JSON.parse(JSON.stringify(json)) as IDataObject);
	};
	const rows = await rowsOf(people);
	const told = rows.map(({ details: _details, ...row }) => Object.values(row));
	expect(told).toEqual(results);
	for (const table of [rows, await rowsOf([...people].reverse())]) {
		// n8n's table has the columns of all rows, in order of appearance, and a red "undefined" where a row lacks one.
		expect([...new Set(table.flatMap((row) => Object.keys(row)))]).toEqual(columns);
		for (const { error = 'none', ...row } of table) {
			expect(Object.keys({ ...row, error })).toEqual(columns);
			const why = (row.result as string).replace('Not sent: ', '');
			expect(detailsOf(row).whatToDo ?? '').not.toContain(why);
		}
	}
});

test.each<[string, INodeParameters, IDataObject, string[]]>([
	['an approval', {}, { decision: 'confirm' }, ['outcome']],
	[
		'a choice',
		{ approvalType: 'choices', choices: 'Yes\nNo' },
		{ decision: '0' },
		['outcome', 'choice'],
	],
])('%s stands after the person who answered', async (_, values, body, columns) => {
	const run = await asked(fixture, values);
	const { items } = await run.open({ method: 'POST', body });
	const [row = {}] = (items ?? []).map(({ json }) => json);
	const first = ['accepted', 'phone', 'result', ...columns, 'respondedAt', 'details'];
	expect(Object.keys(row).slice(0, first.length)).toEqual(first);
});
