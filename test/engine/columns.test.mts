import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { block, bulk, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { asked } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** n8n's table has the columns of all rows, in order of appearance, and a red "undefined" where a row lacks one. */
const FIRST = ['accepted', 'phone', 'result', 'details'];

/** Expects that the first columns of each row say what became of it, for whom and why, and that nothing stands for nothing. */
function expectColumns(rows: IDataObject[], first = FIRST) {
	for (const row of rows) {
		expect(Object.keys(row).slice(0, first.length)).toEqual(first);
		expect(Object.values(row).filter((value) => ['', '–', null].includes(value as string))).toEqual(
			[],
		);
	}
}

const [PERSON, OTHER, BLOCKED] = ['0501234567', '0527654321', '0533334444'];
const PEOPLE = [
	{ phone: PERSON, text: 'Hello', to: '0559000100' },
	{ phone: BLOCKED, text: 'Hello' },
	{ phone: PERSON, text: 'Hello' },
	{ phone: '050', text: 'Hello' },
	{ phone: '050-123 4567', text: '' },
	{ phone: `${PERSON}, ${OTHER}`, text: 'Other' },
];
const REFUSED = { phone: OTHER, text: '#status:4' };
const RESULTS: ReadonlyArray<[accepted: boolean, phone: string, result: string]> = [
	[true, PERSON, 'Accepted'],
	[false, BLOCKED, 'Not sent: on the blocklist (opted out, or blocked by you)'],
	[false, PERSON, 'Not sent: another item has this text for this number'],
	[false, '050', 'Not sent: \'Phone Numbers\' is not a phone number ("050")'],
	[false, PERSON, "Not sent: 'Message' is empty"],
	[true, `${PERSON}, ${OTHER}`, 'Accepted'],
	[false, OTHER, 'Not sent: The account does not have enough credit (status 4)'],
];

test.each<[string, INodeParameters, IDataObject[]]>([
	['SMS Send', sendSms(TO_EACH), [...PEOPLE, REFUSED]],
	['Voice Send', sendVoice(TO_EACH), [...PEOPLE, REFUSED]],
])('%s says one true sentence of each row, where everything happens', async (...given) => {
	const [, parameters, people] = given;
	await fixture.run(block({ phones: BLOCKED }));
	const { items } = await fixture.goOn(parameters, people);
	const rows = items.map(({ json }) => json);
	expectColumns(rows);
	expect(rows.map(({ accepted, phone, result }) => [accepted, phone, result])).toEqual(RESULTS);
});

test.each<[string, INodeParameters]>([
	['SMS Send', sendSms(TO_EACH)],
	['SMS Send Bulk', bulk()],
	['Voice Send', sendVoice(TO_EACH)],
])('%s leaves no cell of a refused row empty beside rows that were sent', async (_, parameters) => {
	await fixture.run(block({ phones: BLOCKED }));
	const { items } = await fixture.goOn(parameters, [...PEOPLE.slice(0, 5), REFUSED]);
	const rows = items.map(({ json }) => json);
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 6);
	const refused = rows.filter(({ error }) => error !== undefined);
	expect(refused.length).toBeGreaterThan(1);
	for (const row of refused) expect(Object.keys(row)).toEqual(expect.arrayContaining(columns));
});

test('a refused row says its cause once: result has it, error the kind, details what to do', async () => {
	const { items } = await fixture.goOn(sendSms(TO_EACH), [
		{ phone: '050', text: 'Hello' },
		REFUSED,
	]);
	expect(items.map(({ json: { error } }) => error)).toEqual(['wrong number', 'refused']);
	for (const { json } of items) {
		const { whatToDo } = json.details as { whatToDo: string };
		expect(whatToDo).not.toContain((json.result as string).replace('Not sent: ', ''));
		expect(json).not.toHaveProperty('reason');
	}
});

test.each([undefined, '0509999999'])(
	'Send Bulk has the same first columns, in a rehearsal to %s, too',
	async (rehearsalPhone) => {
		const { items } = await fixture.goOn(bulk(), PEOPLE, { rehearsalPhone });
		expectColumns(items.map(({ json }) => json));
	},
);

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
	expectColumns([row], ['accepted', 'phone', 'result', ...columns, 'respondedAt', 'details']);
});
