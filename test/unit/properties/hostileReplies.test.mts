import { decodeReply } from '../../../gateway/wire/decode';

test.each([
	['100,000 fields', Array.from({ length: 100_000 }, (_, n) => `"f${n}":${n}`).join(',')],
	['100,000 times one field', Array.from({ length: 100_000 }, () => '"f1":1').join(',')],
	['huge numbers', `"f1":${'9'.repeat(100_000)},"f2":1e999999,"f3":-0.${'1'.repeat(100_000)}`],
])('reads %s, which do no harm', (_, fields) => {
	const reply = decodeReply(`{"status":0,${fields}}`, 'r');
	expect(reply).toMatchObject({ kind: 'reply', status: 0 });
});

test('takes the last of two statuses, as every reader of JSON', () => {
	expect(decodeReply('{"status":0,"status":3}', 'r')).toMatchObject({ status: 3 });
});
