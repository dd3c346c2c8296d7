import { decodeReply } from '../../../gateway/wire/decode';
import { findRecords } from '../../../gateway/replies/records';

const [a, b] = [{ id: '1' }, { id: '2' }];

const read = (text: string) => {
	const reply = decodeReply(text, 'x');
	if (reply.kind !== 'reply') throw new Error(reply.excerpt);
	return findRecords(reply.tree);
};

const ofFields = (fields: object) => read(JSON.stringify({ status: 0, message: '', ...fields }));

type Row = [string, object, unknown[], unknown?];
const withEnvelope = (rows: Row[]) =>
	rows.map(([name, fields, records, envelope]): [string, object, object] => [
		name,
		fields,
		{ records, envelope },
	]);

const REPLIES: Row[] = [
	['a list', { contact_lists: [a, b] }, [a, b]],
	['a list in an object', { data: { lists: [a, b] } }, [a, b]],
	['the first of two lists', { first: [a], second: [b] }, [a], { second: [b] }],
	['the documented container', { first: [a], transactions: [b] }, [b], { first: [a] }],
	['the documented container, empty', { transactions: [], rows: [a] }, [], { rows: [a] }],
	['not a list of texts beside', { names: ['x'], records: [a] }, [a], { names: ['x'] }],
	['after an empty list', { empty: [], records: [a] }, [a]],
	['not the rejected rows', { errors: [a], records: [b] }, [b], { errors: [a] }],
	['a container with its element', { contact_lists: { contact_list: [a, b] } }, [a, b]],
	['a single one in its container', { contact_lists: { contact_list: a } }, [a]],
	['no object', { campaign: a }, [], { campaign: a }],
	['no attributes', { $: { version: '1' } }, [], { $: { version: '1' } }],
	['no fields of the reply', { username: 'x' }, [], { username: 'x' }],
	['not a list of texts', { phones: ['1', '2'] }, [], { phones: ['1', '2'] }],
	['beside an empty one, as PHP writes it', { transactions: [a, [], b] }, [a, b]],
	['beside others', { transactions: ['x', a, 7, [b]] }, [a], { transactions: ['x', '7', [b]] }],
	['beside a text in another list', { rows: [a, '2'] }, [a], { rows: ['2'] }],
	['nothing', {}, []],
	['records with own lists', { lists: [{ n: '1', of: [a, b] }] }, [{ n: '1', of: [a, b] }]],
	['what holds a list, apart', { list: { id: '7', of: [a, b] } }, [a, b], { list: { id: '7' } }],
	['not paging', { paging: { page: '1' }, total: '0' }, [], { paging: { page: '1' }, total: '0' }],
];

test.each(withEnvelope(REPLIES))('finds the records of a reply: %s', (_, fields, found) => {
	expect(ofFields(fields)).toStrictEqual(found);
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
