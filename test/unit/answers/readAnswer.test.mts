import type { FormField } from '../../../nodes/answers/form';
import { questionPage } from '../../../nodes/answers/page/renderPage';
import type { Page } from '../../../nodes/answers/question';
import { readAnswer } from '../../../nodes/answers/readAnswer';

const field = (label: string, type: FormField['type']): FormField => ({
	label,
	type,
	isRequired: false,
	choices: ['A', 'B'],
});
const page: Page = {
	way: 'form',
	sender: 'MyShop',
	message: 'How was it?',
	fields: [
		field('Text', 'text'),
		...Array.from({ length: 20 }, (_, n) => field(`Box ${n}`, 'checkbox')),
	],
};

/** Counts how often an entry of a form is read. */
function watched(form: Record<string, string>) {
	let looks = 0;
	const proxy = new Proxy(form, {
		get: (target, name) => (looks++, Reflect.get(target, name) as unknown),
		ownKeys: () => {
			throw new Error('To list a million names takes seconds');
		},
	});
	return { form: proxy, looks: () => looks };
}

test('reads no more of a form than the page has inputs, and never lists its names', () => {
	const entries = Array.from({ length: 300_000 }, (_, n) => [`field1-${n}`, '1']);
	const { form, looks } = watched(
		Object.fromEntries([...entries, ['field0', 'Yes']]) as Record<string, string>,
	);
	expect(readAnswer(page, form)).toMatchObject({ data: { Text: 'Yes' }, outcome: 'answered' });
	expect(looks()).toBeLessThan(50);
});

test.each([
	['empty entries of a field', { field0: Array<string>(300_000).fill('') }],
	['one entry among empty ones', { field1: ['0', ...Array<string>(300_000).fill('')] }],
])('gives up an answer of many %s', (_, form) => {
	expect(readAnswer(page, form)).toEqual({ reason: 'tooLong', form: {} });
});

test.each<[string, Page]>([
	['a form', page],
	['a text', { ...page, way: 'freeText' }],
	['a decision', { ...page, way: 'approval' }],
])('gives back no %s of many megabytes in the page', (_, asked) => {
	const read = readAnswer(asked, { text: '<'.repeat(2 ** 24), field0: '<'.repeat(2 ** 24) });
	if (!('reason' in read)) throw new Error('It was taken for an answer');
	const shown = questionPage(asked, read);
	expect(shown.length).toBeLessThan(100_000);
	expect(shown).toContain('This is too long.');
});

test('looks at one entry of a list that is no text', () => {
	const { form: list, looks } = watched(Array<string>(300_000).fill('') as never);
	Object.assign(list, { 0: 1 });
	const before = looks();
	expect(readAnswer(page, { text: list })).toMatchObject({ reason: 'tooLong' });
	expect(looks() - before).toBeLessThan(1000);
});

test.each<[string, unknown]>([
	['an object that is no text', { toString: 1, valueOf: 1 }],
	['lists in a list', [['0'], ['1']]],
	['lists without end', Array.from({ length: 60_000 }).reduce((inner) => [inner], '0')],
	['many lists', Array.from({ length: 1_000_000 }, () => ['1'])],
	['a number', 1],
	['nothing', null],
])('asks again when a form holds %s', (_, value) => {
	for (const way of ['approval', 'freeText', 'form'] as const) {
		for (const name of ['decision', 'text', 'field0', 'field1', 'other']) {
			const read = readAnswer({ ...page, way }, { [name]: value });
			expect(['tooLong', 'undecided', 'empty', 'faulty', 'answered']).toContain(
				'reason' in read ? read.reason : read.outcome,
			);
			expect(JSON.stringify(read).length).toBeLessThan(100_000);
		}
	}
});

test('takes as much as 2,000 characters, and gives more back to be shortened', () => {
	const decision: Page = { ...page, way: 'approval', declineLabel: 'No', asksReason: true };
	for (const length of [2000, 2001]) {
		const text = 'x'.repeat(length);
		const answers = [
			readAnswer({ ...page, way: 'freeText' }, { text }),
			readAnswer(decision, { decision: 'decline', reason: text }),
			readAnswer(page, { field0: text }),
		];
		expect(answers.map((answer) => 'outcome' in answer)).toEqual(Array(3).fill(length === 2000));
		if (length > 2000)
			expect(answers.slice(0, 2)).toMatchObject(Array(2).fill({ reason: 'tooLong' }));
	}
});

test('takes a form with as much in every field as the page lets one write', () => {
	const fields = Array.from({ length: 30 }, (_, n) => field(`Text ${n}`, 'text'));
	// A line break is sent as two characters.
	const written = 'x'.repeat(999) + '\r\n'.repeat(1001);
	const form = Object.fromEntries(
		fields.map((_, n) => [`field${n}`, `${written}x`.slice(0, 3001)]),
	);
	expect(readAnswer({ ...page, fields }, form)).toMatchObject({ outcome: 'answered' });
});
