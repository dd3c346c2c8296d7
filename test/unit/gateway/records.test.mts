import {
	allFields,
	findRecords,
	isEvidentRecord,
	otherFields,
	newListIds,
	readRecord,
} from '../../../gateway/replies/records';
import { treeOf } from './treeOf.mts';

const [a, b] = [{ id: '1' }, { id: '2' }];

const read = (text: string) => findRecords(treeOf(text, 'x'));

const ofFields = (fields: object) => read(JSON.stringify({ status: 0, message: '', ...fields }));

test.each<[string, object, unknown[], unknown?]>([
	['a list', { contact_lists: [a, b] }, [a, b]],
	['a list in an object', { data: { lists: [a, b] } }, [a, b]],
	['the first of two lists', { first: [a], second: [b] }, [a], { second: [b] }],
	['the documented container', { first: [a], transactions: [b] }, [b], { first: [a] }],
	['the documented container, empty', { transactions: [], rows: [a] }, [], { rows: [a] }],
	['not an empty list beside', { names: [], records: [a] }, [a]],
	['not a list of texts beside', { names: ['x'], records: [a] }, [a], { names: ['x'] }],
	['not the rejected rows', { errors: [a], records: [b] }, [b], { errors: [a] }],
	['a container with its element', { contact_lists: { contact_list: [a, b] } }, [a, b]],
	['a single one in its container', { contact_lists: { contact_list: a } }, [a]],
	['no object', { campaign: a }, [], { campaign: a }],
	['no fields of the reply', { username: 'x' }, [], { username: 'x' }],
	['not a list of texts', { phones: ['1', '2'] }, [], { phones: ['1', '2'] }],
	['beside an empty one, as PHP writes it', { transactions: [a, [], b] }, [a, b]],
	['beside others', { transactions: ['x', a, 7, [b]] }, [a], { transactions: ['x', '7', [b]] }],
	['nothing', {}, []],
	['records with own lists', { lists: [{ n: '1', of: [a, b] }] }, [{ n: '1', of: [a, b] }]],
	['what holds a list, apart', { list: { id: '7', of: [a, b] } }, [a, b], { list: { id: '7' } }],
	['not blanks', { page: ' ', of: { total: '\u200B' } }, []],
	['not paging', { paging: { page: '1' }, total: '0' }, [], { paging: { page: '1' }, total: '0' }],
])('finds the records of a reply: %s', (...[, fields, records, envelope]) => {
	expect(ofFields(fields)).toStrictEqual({ records, envelope });
});

test('records of an XML reply', () => {
	const inXml = (inner: string) => read(`<getCL><status>0</status>${inner}</getCL>`).records;
	expect(inXml('<cl><id>1</id></cl><cl><id>2</id></cl>')).toEqual([a, b]);
	expect(inXml('<lists><list><id>1</id></list></lists>')).toEqual([a]);
	expect(inXml('<lists/>')).toEqual([]);
});

test('100,000 records are gone through once', () => {
	const many = Array.from({ length: 100_000 }, (_, n) => ({
		phone: '0501234567',
		message: 'hi',
		n: String(n),
	}));
	const entries = jest.spyOn(Object, 'entries');
	expect(findRecords({ status: '0', days: { x1: many } }).records).toHaveLength(100_000);
	expect(entries.mock.calls.length).toBeLessThan(10 * 100_000);
	entries.mockRestore();
});

const idsOf = (identifiers: unknown) => JSON.stringify({ status: 0, message: '', identifiers });
const inElements = (...ids: string[]) =>
	`<newCL><status>0</status><identifiers>${ids.join('')}</identifiers></newCL>`;

const ONE = '<identifier>21501</identifier>';

test.each<[string, string, string[]]>([
	['a text for one list', idsOf('21501'), ['21501']],
	['a list for several', idsOf(['21501', 21502]), ['21501', '21502']],
	['a gap in a list keeps its place', idsOf(['21501', '', '21503']), ['21501', '', '21503']],
	['elements', inElements(ONE, '<identifier> 21502 </identifier>'), ['21501', '21502']],
	['elements with attributes', inElements('<identifier name="A"> 21501 </identifier>'), ['21501']],
	['a bare text', inElements('21501'), ['21501']],
	['one element with attributes alone', inElements('<identifier name="A"/>'), ['']],
	['nothing', inElements(), []],
	['none', JSON.stringify({ status: 0 }), []],
])('reads the IDs of new lists: %s', (_, text, ids) => {
	expect(newListIds(treeOf(text, 'newCL'))).toEqual(ids);
});

test.each<[string, unknown, string | undefined]>([
	['a text', ' x ', ' x '],
	['a number', 5, '5'],
	['a text with attributes', { $: { type: 'int' }, _: '5' }, '5'],
	['the first of several that is not blank', ['', ' ', 'a', 'b'], 'a'],
	['a blank', ' \n', undefined],
	['nothing', null, undefined],
	['an object without a text', { a: 'x' }, undefined],
	['an empty list', [], undefined],
])('reads a field as text: %s', (_, value, text) => {
	expect([...readRecord({ phone: value }).texts]).toEqual(
		text === undefined ? [] : [['phone', text]],
	);
});

test('one name for all its spellings, and its first value counts', () => {
	const fields = { ' Operaor ': '', ' OPERATOR ': 'a', operator: 'b', Message_HE: 'c' };
	expect([...readRecord(fields).texts]).toEqual([
		['operator', 'a'],
		['he_message', 'c'],
	]);
});

test('keeps the rest of a repeated field, and counts no blank', () => {
	const record = { Date: ' ', date: ['1', '1'], DATE: '', phone: ['2', '3'], note: '4', gone: ' ' };
	const own = readRecord(record);
	const { texts, names } = own;
	expect([texts.get('date'), texts.get('phone'), names.has('gone')]).toEqual(['1', '2', true]);
	const other = { phone: ['2', '3'], note: '4' };
	expect(otherFields(own, ['date', 'phone'])).toEqual(other);
	const phone = ['2', { $: { of: 'a' }, _: '2' }];
	const both = { phone, of: { a: 'x' } };
	expect(otherFields(readRecord(both), ['phone'])).toEqual(both);
	expect(allFields(both)).not.toBe(allFields({ ...both, of: { a: 'y' } }));
	const same = { a: '2', b: '1', c: ' ', d: [{}], constructor: '1' };
	expect(allFields({ b: '1', a: 2 })).toBe(allFields(same));
});

test.each([
	...['0501234567', '501234567', '972501234567', '+1 212 555 0100', '050***4567'],
	' 0501234567',
])('knows a record of a person by a field of any name with the number %j', (value) => {
	expect(isEvidentRecord({ cell: value, note: 'x', external_id: ' ' })).toBe(true);
});

test.each([...['050*4567', '5012345678', '012345', '701234567', '700001', '0', '']])(
	'knows no record of a person by a field with %j',
	(value) => {
		expect(isEvidentRecord({ cell: value, note: 'x', external_id: ' ' })).toBe(false);
	},
);
