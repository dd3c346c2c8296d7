import { treeOf } from './treeOf.mts';

test.each<[string, string, unknown]>([
	[
		'an id without its container',
		'{"status":0,"identifier":"21518"}',
		{ status: '0', identifiers: ['21518'] },
	],
	[
		'a rejected row without its container',
		'<sms><status>0</status><error>row 1</error></sms>',
		{ status: '0', errors: ['row 1'] },
	],
	[
		'an element beside its container',
		'{"status":0,"errors":["row 1"],"error":"row 2"}',
		{ status: '0', errors: ['row 1'], error: 'row 2' },
	],
	[
		'blank rows among others',
		'{"status":0,"errors":["row 1"," ","row 3"]}',
		{ status: '0', errors: ['row 1', 'row 3'] },
	],
	[
		'a plural name that is not that of its element',
		'{"status":0,"days":{"key":"1"}}',
		{ status: '0', days: { key: '1' } },
	],
	[
		'an object under a plural name with more than that element',
		'{"status":0,"phones":{"phone":"1","count":2}}',
		{ status: '0', phones: { phone: '1', count: '2' } },
	],
	[
		'a list that only partly repeats its name',
		'{"status":0,"phones":[{"phone":"1"},"2"]}',
		{ status: '0', phones: [{ phone: '1' }, '2'] },
	],
	['an empty list of any name', '{"status":0,"rows":[]}', { status: '0', rows: [] }],
	[
		'text beside inner elements',
		'<sms><status>0</status><note>call<phone>03</phone></note></sms>',
		{ status: '0', note: { phone: '03', _: 'call' } },
	],
])('decodes a list: %s', (_, text, tree) => {
	expect(treeOf(text)).toEqual(tree);
});
