// Every root's success, field by field, in both encodings.
import { ROOTS } from '../../sandbox/roots/roots.mts';
import { call, ENCODINGS } from './call.mts';
import { REPLY_ROWS } from './replyRows.mts';
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
