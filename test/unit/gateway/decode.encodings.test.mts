import { decodeReply } from '../../../gateway/wire/decode';
import type { ReplyTree } from '../../../gateway/values/tree';

test.each<[string, json: string, xml: string, ReplyTree]>([
	[
		'the balance, with a child that is named as the operation',
		'{"status":0,"message":"You have","balance":"120","international_balance":1.50}',
		'<balance><status>0</status><message>You have</message><balance>120</balance><interantional_balance>1.50</interantional_balance></balance>',
		{ status: '0', message: 'You have', balance: '120', international_balance: '1.50' },
	],
	[
		'reports',
		'{"status":0,"message":"","transactions":[{"external_id":"a","status":102,"message_he":"הגיע ליעד","date":"01/05/26 10:30"},{"external_id":"b","status":"15","message_he":null}]}',
		'<dlr><status>0</status><message></message><transactions><transaction><external_id>a</external_id><status>102</status><he_message>הגיע ליעד</he_message><date>01/05/26 10:30</date></transaction><transaction><external_id>b</external_id><status>15</status><he_message/></transaction></transactions></dlr>',
		{
			status: '0',
			message: '',
			transactions: [
				{ external_id: 'a', status: '102', he_message: 'הגיע ליעד', date: '01/05/26 10:30' },
				{ external_id: 'b', status: '15', he_message: '' },
			],
		},
	],
	[
		'one report',
		'{"status":0,"transactions":{"external_id":"a","operaor":"X"}}',
		'<dlr><status>0</status><transactions><transaction><external_id>a</external_id><operator>X</operator></transaction></transactions></dlr>',
		{ status: '0', transactions: [{ external_id: 'a', operator: 'X' }] },
	],
	[
		'empty objects, which are empty elements turned into JSON',
		'{"status":0,"message":{},"errors":{},"transactions":{},"other":{}}',
		'<dlr><status>0</status><message/><errors/><transactions/><other/></dlr>',
		{ status: '0', message: '', errors: '', transactions: '', other: '' },
	],
	[
		'plurals in -ies and -es',
		'{"status":0,"entries":["1","2"],"addresses":{"address":"a"}}',
		'<x><status>0</status><entries><entry>1</entry><entry>2</entry></entries><addresses><address>a</address></addresses></x>',
		{ status: '0', entries: ['1', '2'], addresses: ['a'] },
	],
	[
		'the text of verify_phone',
		'{"status":0,"verify_message":"call 03"}',
		'<verify_phone><status>0</status><verify_message>call 03</verify_message></verify_phone>',
		{ status: '0', verify_message: 'call 03' },
	],
])('reads the same from JSON and XML: %s', (_, asJson, asXml, tree) => {
	const [, root = ''] = /<(\w+)>/.exec(asXml) ?? [];
	const fromJson = decodeReply(asJson, root);
	const message = tree.message ?? tree.verify_message ?? '';
	expect(fromJson).toEqual({ kind: 'reply', status: Number(tree.status), message, tree });
	expect(decodeReply(asXml, root)).toEqual(fromJson);
});
