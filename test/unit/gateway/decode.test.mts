import { decodeReply } from '../../../gateway/wire/decode';
import { encodeRequest } from '../../../gateway/wire/encode';
import { treeOf } from './treeOf.mts';

test.each([
	['a byte order mark, JSON', '\uFEFF{"status":0}'],
	['a byte order mark, XML', '\uFEFF<?xml version="1.0"?><sms><status>0</status></sms>'],
	['white space in front', '\r\n\t {"status":0} \n'],
	['white space before the declaration', '\n<sms><status>0</status></sms>'],
	['wrapped in another name', '{"response":{"status":0}}'],
	['wrapped beside a scalar', '{"version":"1","sms":{"status":0}}'],
	['another XML root', '<response><status>0</status></response>'],
	['two XML wrappers', '<response><sms><status>0</status></sms></response>'],
	['a negative zero', '{"status":-0}'],
	['spaces around', '<sms><status> 0\n</status></sms>'],
	['a plus sign', '<sms><status>+0</status></sms>'],
	['zeros in front', '<sms><status>000</status></sms>'],
	['CDATA', '<sms><status><![CDATA[0]]></status></sms>'],
	['a comment', '<!-- a --><sms><!-- b --><status>0<!-- c --></status></sms><!-- d -->'],
	['a processing instruction', '<?xml version="1.0"?><?pi x?><sms><status>0</status></sms>'],
	[
		'instructions on own lines',
		'<?xml version="1.0"?>\n\n<?pi x?>\n<sms><status>0</status></sms>\n',
	],
	['an attribute on status', '<sms><status type="int">0</status></sms>'],
	['a web page as text', '<sms><status>0</status><message><![CDATA[<html>]]></message></sms>'],
	['a declaration as text', '<sms><status>0</status><a><![CDATA[<!DOCTYPE]]></a></sms>'],
	['two of them', '<sms><a><![CDATA[<!ENTITY x>]]></a><status>0</status><!-- <!DOCTYPE --></sms>'],
	['one after an end', '<sms><status>0</status><a><![CDATA[]]]]><![CDATA[><!DOCTYPE]]></a></sms>'],
])('decodes a reply with %s', (_, text) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'reply', status: 0 });
});

test.each([
	['{"status":0,"message":["a","","b"]}', 'a b'],
	['<sms><status>0</status><message>a</message><message>b</message></sms>', 'a b'],
	['<sms><status>0</status><message lang="en">a</message></sms>', 'a'],
])('reads the text of %s as %j', (text, message) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ message });
});

test('every truncation of a reply is unreadable', () => {
	const transactions = { transaction: [{ a: '1' }, { a: '2' }] };
	const reply = { status: 0, message: 'א&<"\\', transactions };
	const bodies = [JSON.stringify(reply), encodeRequest('dlr', reply, 'xml').body];
	for (const body of bodies) {
		expect(decodeReply(body, 'dlr').kind).toBe('reply');
		for (let end = 0; end < body.length; end++) {
			expect(decodeReply(body.slice(0, end), 'dlr').kind).toBe('unreadable');
		}
	}
});

test('10,000 reports are read', () => {
	const report = { status: '102', he_message: 'הגיע ליעד', date: '01/05/26 10:30' };
	const transaction = Array.from({ length: 10_000 }, (_, index) => ({
		...{ external_id: `order-${index}`, ...report },
	}));
	const reply = { status: '0', transactions: { transaction } };
	for (const encoding of ['json', 'xml'] as const) {
		const { body } = encodeRequest('dlr', reply, encoding);
		expect(treeOf(body, 'dlr').transactions).toHaveLength(10_000);
	}
});

test.each([
	['900 fields', Array.from({ length: 900 }, (_, n) => `"f${n}":${n}`).join(',')],
	['100,000 times one field', Array.from({ length: 100_000 }, () => '"f1":1').join(',')],
	['huge numbers', `"f1":${'9'.repeat(100_000)},"f2":1e999999,"f3":-0.${'1'.repeat(100_000)}`],
])('reads %s, which do no harm', (_, fields) => {
	const reply = decodeReply(`{"status":0,${fields}}`, 'r');
	expect(reply).toMatchObject({ kind: 'reply', status: 0 });
});

test('keeps what stands beside a wrapped reply', () => {
	const tree = treeOf('{"v":"1","w":"1","sms":{"status":0,"v":"2"}}', 'sms');
	expect(tree).toEqual({ status: '0', v: '2', w: '1' });
});

test('takes the last of two statuses, as every reader of JSON', () => {
	expect(decodeReply('{"status":0,"status":3}', 'r')).toMatchObject({ status: 3 });
});
