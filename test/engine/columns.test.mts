import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { block, bulk, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { asked } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** n8n's table has the columns of its first row. */
const FIRST = ['accepted', 'phone', 'result'];

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
	[false, '050', 'Not sent: wrong number'],
	[false, PERSON, 'Not sent: a mistake in the item'],
	[true, `${PERSON}, ${OTHER}`, 'Accepted'],
	[false, OTHER, 'Not sent: refused by the service'],
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
	expectColumns([row], [...FIRST, ...columns, 'respondedAt']);
});
