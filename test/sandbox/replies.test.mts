// Every root's success, field by field, in both encodings.
import { ROOTS } from '../../sandbox/roots/roots.mts';
import { call, ENCODINGS, TODAY } from './call.mts';
import { REPLY_ROWS, sent } from './replyRows.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();

test('every root of the service has a row', () => {
	expect(REPLY_ROWS.map(({ root }) => root).sort()).toEqual([...ROOTS.keys()].sort());
});

describe.each(ENCODINGS)('in %s', (encoding) => {
	test.each(REPLY_ROWS)('answers $root as documented', async (row) => {
		const on = sandbox();
		await row.setUp?.(on);
		const by = row.by ?? on.account;
		const reply = await call(on, row.root, row.fields, { encoding, by });
		expect(reply.http).toBe(200);
		expect(reply.contentType).toBe(`application/${encoding}; charset=utf-8`);
		expect(reply.status).toBe(row.status ?? 0);
		expect(reply.root).toBe(encoding === 'xml' ? row.root : undefined);
		expect(reply.fields).toMatchObject(row[encoding]);
		const expected = new Set(['status', ...Object.keys(row[encoding])]);
		const surplus = Object.keys(reply.fields).filter((name) => !expected.has(name));
		expect(surplus.filter((name) => name !== 'message')).toStrictEqual([]);
	});

	test('leaves source, phone and operator out of a report in XML', async () => {
		await sent(sandbox());
		const query = { transactions: { external_id: 'order-1' }, ...TODAY };
		const { raw } = await call(sandbox(), 'dlr', query, { encoding });
		const has = ['source', 'phone', 'operator'].map((name) => raw.includes(name));
		expect(has).toEqual(Array(3).fill(encoding === 'json'));
	});
});

test('writes a status as a number in JSON', async () => {
	expect((await call(sandbox(), 'balance')).fields.status).toBe(0);
});

test.each(ENCODINGS)('several created lists have several identifiers in %s', async (encoding) => {
	const cl = ['One', 'Two'].map((name) => ({
		name,
		destinations: { destination: { phone: '0501234567' } },
	}));
	const { fields } = await call(sandbox(), 'newCL', { cl }, { encoding });
	const ids = ['21501', '21502'];
	expect(fields.identifiers).toEqual(encoding === 'json' ? ids : { identifier: ids });
});

test('answers with another balance for mail', async () => {
	const { fields } = await call(sandbox(), 'balance', { type: 'mail' });
	expect(fields).toMatchObject({ status: 0, balance: '1000' });
});
