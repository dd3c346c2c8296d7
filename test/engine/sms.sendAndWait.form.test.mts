import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { press } from './harness/questionOutput.mts';
import { ask, asked, limitWaitTo } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();

const FIELDS: INodeParameters[] = [
	{ fieldLabel: 'Name', fieldType: 'text', requiredField: true },
	{ fieldLabel: 'Guests', fieldType: 'number', requiredField: true },
	{ fieldLabel: 'Day', fieldType: 'date' },
	{
		...{ fieldLabel: 'Meal', fieldType: 'radio', requiredField: true },
		choices: 'Meat\nFish\r\n\nVegan, no nuts',
	},
	{ fieldLabel: 'Extras', fieldType: 'checkbox', choices: 'Parking\nHigh chair' },
];

const form = (values: INodeParameters[] = FIELDS) => ({
	responseType: 'form',
	formFields: { values },
});

/** What a browser sends for a filled form. */
const FILLED = {
	field0: 'Dana\r\nLevi ',
	field1: '4',
	field2: '2026-02-28',
	field3: '2',
	field4: ['0', '1'],
};

const answer = async (body: unknown, fields = FIELDS) =>
	await press(await asked(fixture, form(fields)), body);

test('opens the form at the link', async () => {
	const { run } = await fixture.run(ask(form()));
	const { page } = await new WaitingRun(run).open();
	const inputs = [...page.matchAll(/<(?:input|textarea)[^>]* name="([^"]+)"/g)].map(
		([, name]) => name,
	);
	expect(inputs.join()).toBe('field0,field1,field2,field3,field3,field3,field4,field4');
	for (const text of ['Name', 'Guests', 'Vegan, no nuts', 'High chair'])
		expect(page).toContain(text);
	expect(page.match(/\(optional\)/g)).toHaveLength(2);
});

test('every field comes out under its label', async () => {
	const { page, items } = await answer(FILLED);
	expect(items?.[0]?.json).toMatchObject({
		outcome: 'answered',
		phone: '0501234567',
		data: {
			Name: 'Dana\nLevi',
			Guests: 4,
			Day: '2026-02-28',
			Meal: 'Vegan, no nuts',
			Extras: ['Parking', 'High chair'],
		},
	});
	expect(page).toContain('Thank you');
	expect(page).toContain('Extras: Parking, High chair');
});

test('takes an empty field that need not be filled in', async () => {
	const { items } = await answer({ field0: 'Dana', field1: '-0.5', field2: '', field3: '0' });
	expect(items?.[0]?.json.data).toEqual({
		Name: 'Dana',
		Guests: -0.5,
		Day: '',
		Meal: 'Meat',
		Extras: [],
	});
	const optional = FIELDS.map((field) => ({ ...field, requiredField: false }));
	const { items: empty } = await answer(undefined, optional);
	expect(empty?.[0]?.json.data).toEqual({ Name: '', Guests: null, Day: '', Meal: '', Extras: [] });
});

test.each<[string, IDataObject, string]>([
	['a required text', { field0: ' \r\n' }, 'Please fill this in.'],
	['a list for a text', { field0: ['a'] }, 'Please fill this in.'],
	['a required number', { field1: undefined }, 'Please fill this in.'],
	['a word for a number', { field1: 'four' }, 'Please write a number.'],
	['another way of writing a number', { field1: '0x10' }, 'Please write a number.'],
	['no day of the calendar', { field2: '2026-02-30' }, 'Please choose a date.'],
	['a month', { field2: '2026-05' }, 'Please choose a date.'],
	['no date', { field2: 'tomorrow' }, 'Please choose a date.'],
	['a required choice', { field3: '' }, 'Please fill this in.'],
	['an answer that is no choice', { field3: '3' }, 'Please choose one of these.'],
	['the text of a choice', { field3: 'Fish' }, 'Please choose one of these.'],
	['the name of a property', { field3: 'length' }, 'Please choose one of these.'],
	['a checkbox that is not there', { field4: ['0', '2'] }, 'Please choose one of these.'],
	['too long a text', { field0: 'x'.repeat(2001) }, 'Please shorten this to 2,000 characters.'],
])('asks again for %s', async (_, changed, said) => {
	const { page, items } = await answer({ ...FILLED, ...changed });
	expect(items).toBeUndefined();
	expect(page.match(/class="fault"[^>]*>([^<]*)</g)).toHaveLength(1);
	expect(page).toContain(said);
	expect(page).toContain('Please look at the marked fields.');
	// The person need not enter anything again.
	if (!('field3' in changed)) expect(page).toContain('value="2" checked');
	if (!('field1' in changed)) expect(page).toContain('value="4"');
});

test('required checkboxes want at least one', async () => {
	const fields = [
		{ fieldLabel: 'Days', fieldType: 'checkbox', choices: 'Sunday\nMonday', requiredField: true },
	];
	const { page, items } = await answer({}, fields);
	expect(items).toBeUndefined();
	expect(page).toContain('Please fill this in.');
});

test('ends a form without an answer in time', async () => {
	const { run } = await fixture.run(ask(form(), limitWaitTo(1)));
	const [item] = await new WaitingRun(run).timeOut();
	expect(item?.json).toMatchObject({
		outcome: 'timedOut',
		data: { Name: '', Guests: null, Day: '', Meal: '', Extras: [] },
	});
});

const field = (fieldLabel: string, fieldType = 'text', choices = ''): INodeParameters => ({
	...{ fieldLabel, fieldType, choices },
});

test.each<[string, INodeParameters[] | undefined, string]>([
	['no fields', undefined, 'is empty; add at least one field'],
	['an empty list of fields', [], 'is empty; add at least one field'],
	['no label', [field(' ')], 'has no label for field 1; enter one'],
	[
		'two fields of one label',
		[field('Name'), field(' Name')],
		'has two fields called "Name"; give each a label of its own',
	],
	[
		'one choice',
		[field('Meal', 'radio', 'Meat, Fish')],
		'has too few choices for "Meal"; enter at least 2, each on a line of its own',
	],
	['no checkbox', [field('A', 'checkbox', '\n')], 'has too few choices for "A"; enter at least 1'],
	['an unknown type', [field('A', '={{ "file" }}')], 'is "file"; use one of'],
	['braces', [field('For {{ $json.name }}')], 'contains'],
])('nothing is sent with %s', async (_, fields, message) => {
	const values = fields ? form(fields) : { responseType: 'form', formFields: {} };
	await expectBadInput(fixture, ask(values), `'Form Fields' ${message}`);
});

describe('an approval with choices', () => {
	const choices = (lines: string) => ({
		message: 'When should we come?',
		approvalType: 'choices',
		choices: lines,
	});
	const THREE = 'Sunday at 10\nMonday\nNever, thanks';

	test('has a button for each, and comes out with the one that was pressed', async () => {
		const run = await asked(fixture, choices(THREE));
		const { page: open } = await run.open();
		const buttons = [...open.matchAll(/<button[^>]*value="([^"]*)"[^>]*>([^<]*)</g)];
		expect(buttons.map(([, value, label]) => [value, label])).toEqual([
			['0', 'Sunday at 10'],
			['1', 'Monday'],
			['2', 'Never, thanks'],
		]);
		const { page, items } = await press(run, { decision: '2' });
		expect(items?.[0]?.json).toMatchObject({
			outcome: 'answered',
			data: { choice: 'Never, thanks' },
		});
		expect(Object.entries(items?.[0]?.json ?? {}).slice(4, 6)).toEqual([
			['choice', 'Never, thanks'],
			['respondedAt', expect.any(String)],
		]);
		expect(page).toContain('Never, thanks');
	});

	test.each([undefined, '3', 'confirm', 'Monday', ['0']])(
		'takes %j for no answer',
		async (decision) => {
			const { page, items } = await press(await asked(fixture, choices(THREE)), { decision });
			expect(items).toBeUndefined();
			expect(page).toContain('Please press one of the buttons.');
		},
	);

	test('ends choices without an answer in time', async () => {
		const { run } = await fixture.run(ask(choices(THREE), limitWaitTo(1)));
		const [item] = await new WaitingRun(run).timeOut();
		expect(item?.json).toMatchObject({ outcome: 'timedOut', data: { choice: '' } });
	});

	test.each([
		['', 'has 0 choices; enter 2 to 10'],
		['Only one', 'has 1 choices; enter 2 to 10'],
		[Array.from({ length: 11 }, (_, n) => n).join('\n'), 'has 11 choices; enter 2 to 10'],
	])('refuses the form %j', async (lines, message) => {
		await expectBadInput(fixture, ask(choices(lines)), `'Choices' ${message}`);
	});
});
