import { ENCODINGS, onlySentElement, pairs, useSandbox } from './harness/useSandbox.mts';
import {
	deliveredReport,
	getByExternalId as get,
	reportsArrive,
	sendMessages,
} from './harness/reports.mts';

const fixture = useSandbox();

/** Sends a message to each phone with its external ID, and waits for its report. */
async function sent(...messages: Array<[externalId: string, phone: string]>) {
	for (const [externalId, phone] of messages) await sendMessages(fixture, [phone], [externalId]);
	await reportsArrive(fixture);
}

const dlrRequests = () => fixture.sandbox.requests({ root: 'dlr' });

test.each(ENCODINGS)('reports a delivered message, in %s', async (encoding) => {
	await sent(['order-1', '0501234567']);
	const [message] = fixture.sandbox.messages();
	const { items } = await fixture.runWell(get({ externalIds: 'order-1' }), { encoding });
	const report = deliveredReport('order-1', String(message?.campaignId), encoding);
	expect(items).toEqual([{ json: { found: true, ...report }, pairedItem: { item: 0 } }]);
});

test('a report that nobody asked for comes out once, beside those of two items', async () => {
	const reports = ['a', 'b', 'z'].map((external_id) => ({ external_id, status: '102' }));
	const reply = JSON.stringify({ status: 0, message: '', transactions: reports });
	const { items } = await fixture.runWithReply(reply, get({ externalIds: '={{ $json.id }}' }), {
		items: [{ id: 'a' }, { id: 'b' }],
	});
	expect(items.map(({ json }) => [json.externalId, json.requested ?? json.found])).toEqual([
		['a', true],
		['z', false],
		['b', true],
	]);
});

test('every item gets the reports of its own ids, all of them asked for in one call', async () => {
	await sent(['a', '0501234567'], ['b', '0509999015'], ['c', '0509999802'], ['d', '0509999103']);
	const items = [{ ids: 'd' }, { ids: ['b', 'nobody', 'a'] }, { ids: 'a' }, { ids: 'c' }];
	const { items: output } = await fixture.run(get({ externalIds: '={{ $json.ids }}' }), { items });
	expect(
		output.map(({ json: { externalId, found, state, final }, pairedItem }) => [
			...[pairedItem, externalId, found, state, final],
		]),
	).toStrictEqual([
		[{ item: 0 }, 'd', true, 'expired', true],
		[{ item: 1 }, 'b', true, 'blocked', true],
		[{ item: 1 }, 'nobody', false, 'unknown', false],
		[{ item: 1 }, 'a', true, 'delivered', true],
		[{ item: 2 }, 'a', true, 'delivered', true],
		[{ item: 3 }, 'c', false, 'unknown', false],
	]);
	expect(dlrRequests()).toHaveLength(1);
});

test('gives the report of each of two messages that share an id', async () => {
	await sent(['twice', '0501234567'], ['twice', '0509999101']);
	const { items } = await fixture.run(get({ externalIds: 'twice' }));
	expect(items.map(({ json }) => [json.externalId, json.state])).toStrictEqual([
		['twice', 'delivered'],
		['twice', 'failed'],
	]);
});

test('gives two IDs that differ in case only each their own report', async () => {
	const transactions = [
		{ external_id: 'A', status: '102' },
		{ external_id: 'a', status: '15' },
	];
	const reply = JSON.stringify({ status: 0, message: '', transactions });
	const { items } = await fixture.runWithReply(reply, get({ externalIds: 'a,A' }));
	expect(items.map(({ json }) => [json.externalId, json.status])).toEqual([
		['a', 15],
		['A', 102],
	]);
});

test('gives the last report of a message alone with Latest per Message', async () => {
	const transactions = ['100', '102'].map((status) => ({ external_id: 'a', status }));
	const reply = JSON.stringify({ status: 0, message: '', transactions });
	const { items } = await fixture.runWithReply(reply, get({}, { latestPerMessage: true }));
	expect(items.map(({ json }) => json.status)).toEqual([102]);
});

test('asks for each id once, and for the window in Israel time', async () => {
	const items = [{ ids: ' a , b\nc' }, { ids: ['b', 7] }];
	await fixture.run(
		get({ externalIds: '={{ $json.ids }}', from: '2026-01-14T22:30:00Z', to: '2026-01-15T10:30' }),
		{ items },
	);
	expect(onlySentElement(fixture, 'dlr')).toMatchObject({
		transactions: { external_id: ['a', 'b', 'c', '7'] },
		from: '15/01/26 00:30',
		to: '15/01/26 10:30',
	});
});

test('items with different windows go into different calls', async () => {
	const items = [
		{ to: '2026-01-15T12:00' },
		{ to: '2026-01-15T13:00' },
		{ to: '2026-01-15T12:00' },
	];
	const { items: output } = await fixture.run(get({ to: '={{ $json.to }}' }), { items });
	expect(output.map(({ pairedItem }) => pairedItem)).toStrictEqual(pairs(3));
	expect(dlrRequests()).toHaveLength(2);
});
