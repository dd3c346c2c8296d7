import { decodeReply } from '../../../gateway/decode';
import { findRecords, findTexts } from '../../../gateway/records';

const [a, b] = [{ id: '1' }, { id: '2' }];

test.each<[string, unknown, unknown[]]>([
	['a list', { contact_lists: [a, b] }, [a, b]],
	['a list in an object', { data: { lists: [a, b] } }, [a, b]],
	['the list nearest to the top', { data: { deep: [b] }, near: [a] }, [a]],
	['the first of two', { first: [a], second: [b] }, [a]],
	['after a list of texts', { names: ['x', 'y'], records: [a] }, [a]],
	['after an empty list', { empty: [], records: [a] }, [a]],
	['not the rejected rows', { errors: [{ phone: '1' }], records: [a] }, [a]],
	['repeated elements of any name', { cl: [a, b] }, [a, b]],
	['a container with its element', { contact_lists: { contact_list: [a, b] } }, [a, b]],
	['a single one in its container', { contact_lists: { contact_list: a } }, [a]],
	['a single one under a plural name', { balances: a }, [a]],
	['a plural before another object', { page: b, balances: a }, [a]],
	['the only object', { campaign: a }, [a]],
	['none of several objects', { one: a, two: b }, []],
	['attributes are not a record', { $: { version: '1' } }, []],
	['the fields of the reply are not a record', { username: 'x' }, []],
	['a list of texts is not records', { phones: ['1', '2'] }, []],
	['an empty list', { records: [] }, []],
	['a mixture is not records', { rows: [a, '2'] }, []],
	['the only object deeper down', { one: { two: a }, three: b }, []],
	['nothing', {}, []],
	['a list of lists', { rows: [['1', '2']] }, []],
])('%s', (_, fields, records) => {
	const reply = decodeReply(JSON.stringify({ status: 0, message: '', ...(fields as object) }), 'x');
	expect(reply.kind === 'reply' && findRecords(reply.tree)).toStrictEqual(records);
});

test('records of an XML reply, one or many', () => {
	const read = (text: string) => {
		const reply = decodeReply(text, 'getCL');
		return reply.kind === 'reply' ? findRecords(reply.tree) : undefined;
	};
	expect(read('<getCL><status>0</status><cl><id>1</id></cl></getCL>')).toEqual([a]);
	expect(read('<getCL><status>0</status><cl><id>1</id></cl><cl><id>2</id></cl></getCL>')).toEqual([
		a,
		b,
	]);
	expect(read('<getCL><status>0</status><lists><list><id>1</id></list></lists></getCL>')).toEqual([
		a,
	]);
	expect(read('<getCL><status>0</status><lists/></getCL>')).toEqual([]);
});

test.each<[string, object, string[]]>([
	['texts', { phones: ['1', '2'] }, ['1', '2']],
	['records of one field with the name of the list', { phones: [{ phone: '1' }] }, ['1']],
	['texts deeper down', { data: { phones: ['1'] } }, ['1']],
	['the list nearest to the top', { data: { x: ['2'] }, phones: ['1'] }, ['1']],
	['not the rejected rows', { errors: ['x'], phones: ['1'] }, ['1']],
	['not records', { records: [a, b] }, []],
	['not a mixture', { mixed: ['1', a] }, []],
	['not an empty list', { empty: [], texts: ['1'] }, ['1']],
	['nothing', {}, []],
])('lists of texts: %s', (_, fields, texts) => {
	const reply = decodeReply(JSON.stringify({ status: 0, message: '', ...fields }), 'x');
	expect(reply.kind === 'reply' && findTexts(reply.tree)).toEqual(texts);
});
