import { treeOf } from './treeOf.mts';

test.each<[string, string, object]>([
	['an id without its container', '"identifier":"21518"', { identifiers: ['21518'] }],
	['a rejected row without its container', '<error>row 1</error>', { errors: ['row 1'] }],
	[
		'an element beside its container',
		'"errors":["row 1"],"error":"row 2"',
		{ errors: ['row 1'], error: 'row 2' },
	],
	['blank rows', '"errors":["row 1"," ","row 3"]', { errors: ['row 1', 'row 3'] }],
	['a plural of another name', '"days":{"key":"1"}', { days: { key: '1' } }],
	[
		'a plural with more',
		'"phones":{"phone":"1","count":2}',
		{ phones: { phone: '1', count: '2' } },
	],
	['a name partly repeated', '"phones":[{"phone":"1"},"2"]', { phones: [{ phone: '1' }, '2'] }],
	['both spellings of a name', '"operaor":"x","operator":"x"', { operator: 'x' }],
	['an empty list of any name', '"rows":[]', { rows: [] }],
	[
		'text beside inner elements',
		'<note>call<phone>03</phone></note>',
		{ note: { phone: '03', _: 'call' } },
	],
])('decodes a list: %s', (_, fields, tree) => {
	const isXml = fields.startsWith('<');
	const reply = isXml ? `<sms><status>0</status>${fields}</sms>` : `{"status":0,${fields}}`;
	expect(treeOf(reply)).toEqual({ status: '0', ...tree });
});
