import { tieRowErrors } from '../../../gateway/replies/records';
import type { ReplyValue } from '../../../gateway/values/tree';

const A = '0501111111';
const B = '0502222222';
const rows = [{ phone: A }, { phone: B }];

test.each([
	...['0501111111 is already on the contact list and therefore not added', '(+972 50 111 1111)'],
	...['+972-50-111-1111 is not valid', 'Number 0501111111, row 12, was not added'],
	...['המספר 0501111111 כבר קיים ברשימה', 'phone=0501111111;reason=duplicate'],
])('"%s" is about its number', (sentence) => {
	expect(tieRowErrors([sentence], rows)).toEqual({ reasons: [sentence, undefined], notes: [] });
});

test.each([
	...['3 numbers were not added', '0503333333 is not valid', '05011111112 is not valid'],
	...['10501111111 is not valid', '050****111 is not valid'],
])('"%s" is about none of them', (sentence) => {
	const none = { reasons: [undefined, undefined], notes: [sentence] };
	expect(tieRowErrors([sentence], rows)).toEqual(none);
	expect(tieRowErrors(undefined, rows)).toEqual({ ...none, notes: [] });
});

/** The sentences of a reply about rows, `number@list`; then what each row is told. */
test.each<[string, ReplyValue[], string[], Array<string | undefined>]>([
	['a sentence about several', [`${A} ${B} exist`], [A, B], Array(2).fill(`${A} ${B} exist`)],
	[
		'several about one, and one number in several rows',
		[`${A} one`, `${A} two`],
		[A, B, A],
		[`${A} one; ${A} two`, undefined, `${A} one; ${A} two`],
	],
	['an error as an object', [{ phone: A, error: 'exists' }], [A, B], [`${A} exists`, undefined]],
	[
		'a sentence that names a list alone, about all of its rows',
		['contact list 71 does not exist'],
		[`${A}@71`, `${B}@72`, `${B}@71`],
		['contact list 71 does not exist', undefined, 'contact list 71 does not exist'],
	],
	['a part of the ID of a list', ['contact list 7 does not exist'], [`${A}@71`], [undefined]],
	[
		'a number and its list',
		[`${A} is on list 72 already`],
		[`${A}@71`, `${A}@72`],
		[undefined, `${A} is on list 72 already`],
	],
	[
		'a number that is in a list the sentence does not name',
		[`${A} is on list 72 already`],
		[`${A}@71`, `${B}@72`],
		[`${A} is on list 72 already`, undefined],
	],
	[
		'a number in all of its lists if none is named',
		[`${A} exists`, `${A} exists`],
		[`${A}@71`, `${A}@72`, `${B}@72`],
		[`${A} exists`, `${A} exists`, undefined],
	],
])('ties to rows %s', (_, sentences, places, reasons) => {
	const of = places.map((place) => {
		const [phone = '', list] = place.split('@');
		return { phone, ...(list && { list, listId: list }) };
	});
	const found = tieRowErrors(sentences, of);
	expect(found.reasons).toEqual(reasons);
	expect(found.notes).toEqual(reasons.some(Boolean) ? [] : sentences);
});

test.each<[string, ReplyValue | undefined, string[]]>([
	['nothing', undefined, []],
	['a sentence with blanks around it', ' x ', ['x']],
	['a list in a list', [['x'], 'y'], ['x', 'y']],
	['an object with nested texts', [{ a: { b: ['x', 'y', ''] } }], ['x y']],
	['an object without text', [{ a: '' }], []],
])('reads the errors of rows as %s', (_, errors, notes) => {
	expect(tieRowErrors(errors, rows).notes).toEqual(notes);
});

test('lists that are told apart by name are not looked for in sentences', () => {
	const named = [
		{ phone: A, list: 'contact' },
		{ phone: B, list: 'VIP' },
	];
	expect(tieRowErrors([`${A} is on the contact list`, 'VIP'], named)).toEqual({
		reasons: [`${A} is on the contact list`, undefined],
		notes: ['VIP'],
	});
});

test('10,000 sentences are tied to 10,000 rows', () => {
	const phones = Array.from({ length: 10_000 }, (_, index) => `050${1_000_000 + index}`);
	const { reasons, notes } = tieRowErrors(
		phones.map((phone) => `${phone} is already on the contact list and therefore not added`),
		phones.map((phone) => ({ phone, list: '1', listId: '1' })),
	);
	expect([reasons.filter(Boolean).length, notes.length]).toEqual([10_000, 0]);
});
