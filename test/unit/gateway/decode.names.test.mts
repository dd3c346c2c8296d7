import { decodeReply } from '../../../gateway/wire/decode';
import { encodeRequest } from '../../../gateway/wire/encode';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

test.each<[string, (count: number) => string]>([
	[
		'fields',
		(count) =>
			`{"status":0,${numbers(count)
				.map((n) => `"n${n}":"x"`)
				.join()}}`,
	],
	[
		'fields of records',
		(count) =>
			`{"status":0,"transactions":[${numbers(count)
				.map((n) => `{"n${n}":1}`)
				.join()}]}`,
	],
	[
		'elements',
		(count) =>
			`<r><status>0</status>${numbers(count)
				.map((n) => `<n${n}/>`)
				.join('')}</r>`,
	],
	[
		'attributes',
		(count) =>
			`<r><status>0</status><x ${numbers(count)
				.map((n) => `n${n}="x"`)
				.join(' ')}/></r>`,
	],
])('reads no reply with thousands of different %s, which would take seconds', (_, reply) => {
	expect(decodeReply(reply(100), 'sms').kind).toBe('reply');
	expect(decodeReply(reply(100_000), 'sms')).toMatchObject({ reason: 'unsafe' });
});

test('reads any number of records with the same fields', () => {
	const records = numbers(20_000).map(
		(n) => `{"phone":"05${n}","message":"a${n}=\\"b${n}\\": ${n}"}`,
	);
	expect(decodeReply(`{"status":0,"transactions":[${records.join()}]}`, 'incoming').kind).toBe(
		'reply',
	);
});

test.each([
	['tags', (n: string) => `<a${n}`],
	['attributes', (n: string) => ` a${n}='`],
	['JSON', (n: string) => `"a${n}":`],
])('reads a reply in which strangers have written what looks like %s', (_, write) => {
	const transaction = numbers(12).map((text) => ({
		phone: '0539999999',
		message: numbers(250)
			.map((n) => write((text * 250 + n).toString(36)))
			.join(''),
	}));
	for (const encoding of ['json', 'xml'] as const) {
		const { body } = encodeRequest(
			'incoming',
			{ status: 0, transactions: { transaction } },
			encoding,
		);
		expect(decodeReply(body, 'incoming').kind).toBe('reply');
	}
});
