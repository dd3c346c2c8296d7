import { decodeReply } from '../../../gateway/decode';
import type { Expected } from '../../../gateway/records';
import { findRecords } from '../../../gateway/records';

const [a, b] = [{ id: '1' }, { id: '2' }];

const read = (text: string, expected?: Expected) => {
	const reply = decodeReply(text, 'x');
	if (reply.kind !== 'reply') throw new Error(reply.reason);
	return findRecords(reply.tree, expected);
};

const ofFields = (fields: object, expected?: Expected) =>
	read(JSON.stringify({ status: 0, message: '', ...fields }), expected);

type Row = [string, object, unknown[], unknown?];
const withEnvelope = (rows: Row[]) =>
	rows.map(([name, fields, records, envelope]): [string, object, object] => [
		name,
		fields,
		{ records, envelope },
	]);

const ANYTHING: Row[] = [
	['a list', { contact_lists: [a, b] }, [a, b]],
	['a list in an object', { data: { lists: [a, b] } }, [a, b]],
	['lists at several depths', { data: { deep: [b] }, near: [a] }, [b, a]],
	['two lists', { first: [a], second: [b] }, [a, b]],
	['not a list of texts beside', { names: ['x'], records: [a] }, [a], { names: ['x'] }],
	['after an empty list', { empty: [], records: [a] }, [a]],
	['not the rejected rows', { errors: [a], records: [b] }, [b], { errors: [a] }],
	['not links', { links: [{ rel: 'next' }], x: [a] }, [a], { links: [{ rel: 'next' }] }],
	['repeated elements of any name', { cl: [a, b] }, [a, b]],
	['a container with its element', { contact_lists: { contact_list: [a, b] } }, [a, b]],
	['a single one in its container', { contact_lists: { contact_list: a } }, [a]],
	['a single one under a plural name', { balances: a }, [a]],
	['a plural before another object', { other: b, balances: a }, [a], { other: b }],
	['the only object', { campaign: a }, [a]],
	['none of several objects', { one: a, two: b }, [], { one: a, two: b }],
	['no attributes', { $: { version: '1' } }, [], { $: { version: '1' } }],
	['no fields of the reply', { username: 'x' }, [], { username: 'x' }],
	['not a list of texts', { phones: ['1', '2'] }, [], { phones: ['1', '2'] }],
	['an empty list', { records: [] }, []],
	['the objects of a mixture', { rows: [a, '2'] }, [a], { rows: ['2'] }],
	[
		'none of objects at two depths',
		{ one: { two: a }, three: b },
		[],
		{ one: { two: a }, three: b },
	],
	['nothing', {}, []],
	['objects keyed by number', { rows: { 0: a, 1: b } }, [a, b]],
	['the same in the reply itself', { 1: a, 2: b }, [a, b]],
	[
		'objects keyed by ID',
		{ rows: { x7: { n: '1' }, x8: b } },
		[
			{ key: 'x7', n: '1' },
			{ key: 'x8', ...b },
		],
	],
	[
		'lists keyed by ID',
		{ rows: { x7: [a, b] } },
		[
			{ key: 'x7', ...a },
			{ key: 'x7', ...b },
		],
	],
	['a list in a list', { rows: [[a], [b]] }, [a, b]],
	[
		'records with lists of their own',
		{ lists: [{ n: '1', of: [a, b] }] },
		[{ n: '1', of: [a, b] }],
	],
	['what holds a list, apart', { list: { id: '7', of: [a, b] } }, [a, b], { list: { id: '7' } }],
	['not paging', { paging: { page: '1' }, total: '0' }, [], { paging: { page: '1' }, total: '0' }],
];

test.each(withEnvelope(ANYTHING))('finds the records of a reply: %s', (_, fields, found) => {
	expect(ofFields(fields)).toStrictEqual(found);
});

const hi = { phone: '972501234567', message: 'Hi' };
const odd = { f1: 'x' };

const EVENTS: Row[] = [
	['those that can be told', { columns: [odd], messages: [hi] }, [hi], { columns: [odd] }],
	['others of their list', { messages: [hi, odd] }, [hi, odd]],
	['a list of what nobody knows', { messages: [odd] }, [odd]],
	['a single one anywhere', { a: { b: { c: hi } }, d: odd }, [hi], { d: odd }],
	['no single object that cannot be told', { info: odd }, [], { info: odd }],
	['no account', { account: hi }, [], { account: hi }],
	['several single ones', { inbox: hi, archive: hi }, [hi, hi]],
	[
		'in groups',
		{
			days: [
				{ day: '1', of: [hi] },
				{ day: '2', of: [hi] },
			],
		},
		[
			{ day: '1', ...hi },
			{ day: '2', ...hi },
		],
	],
	['as attributes', { messages: [{ $: hi }] }, [{ $: hi }]],
	['phones in a list', { blocked: ['050****567'] }, [{ blocked: '050****567' }]],
	['no other texts', { notes: ['x'] }, [], { notes: ['x'] }],
	['the reply itself', { ...hi, date: '1' }, [{ ...hi, date: '1' }]],
	['not the reply with an empty list', { phone: hi.phone, messages: [] }, [], { phone: hi.phone }],
];

test.each(withEnvelope(EVENTS))(
	'finds records where events are expected: %s',
	(_, fields, found) => {
		expect(ofFields(fields, 'events')).toStrictEqual(found);
	},
);

test('texts to choose from', () => {
	expect(ofFields({ data: { entries: ['1', '2'] } }, 'choices').records).toEqual([
		{ entry: '1' },
		{ entry: '2' },
	]);
});

test('records of an XML reply, one or many', () => {
	const inXml = (inner: string) => read(`<getCL><status>0</status>${inner}</getCL>`).records;
	expect(inXml('<cl><id>1</id></cl>')).toEqual([a]);
	expect(inXml('<cl><id>1</id></cl><cl><id>2</id></cl>')).toEqual([a, b]);
	expect(inXml('<lists><list><id>1</id></list></lists>')).toEqual([a]);
	expect(inXml('<lists/>')).toEqual([]);
});
