import { latestPerMessage, mergeReports, reportsById } from '../../../gateway/mergeReports';

const event = (eventId: string) => ({ eventId });

test.each([
	[[], []],
	[
		[['a', 'b'], ['c']],
		['a', 'b', 'c'],
	],
	[
		[
			['a', 'b'],
			['b', 'c'],
			['c', 'a', 'd'],
		],
		['a', 'b', 'c', 'd'],
	],
	// Two texts of one shipment to one number look alike; only the next window can repeat one.
	[
		[['a', 'a'], ['b']],
		['a', 'a', 'b'],
	],
])('merges the reports %j to %j', (windows, expected) => {
	const merged = mergeReports(windows.map((ids) => ids.map(event)));
	expect(merged.map(({ eventId }) => eventId)).toEqual(expected);
});

const report = (message: string, state: string, date?: string) => ({
	externalId: message.startsWith('-') ? undefined : message,
	shipmentId: message,
	phone: '0501234567',
	date,
	state,
	final: ['delivered', 'blocked', 'failed'].includes(state),
});

test('keeps the last word on each message', () => {
	expect(
		latestPerMessage([
			report('a', 'sent', '2026-01-15T10:00:00+02:00'),
			report('b', 'delivered', '2026-01-15T10:05:00+02:00'),
			report('a', 'delivered', '2026-01-15T10:01:00+02:00'),
			report('b', 'sent', '2026-01-15T10:00:00+02:00'),
			report('-1', 'sent', '2026-01-15T10:00:00+02:00'),
			report('-1', 'failed', '2026-01-15T10:00:00+02:00'),
			report('-2', 'sent', '2026-01-15T10:00:00+02:00'),
			report('c', 'undated'),
			report('c', 'failed', '2026-01-15T10:00:00+02:00'),
			// A text and its call.
			report('d', 'sent', '2026-01-15T10:00:00+02:00'),
			report('d', 'blocked', '2026-01-15T10:01:00+02:00'),
			report('d', 'delivered', '2026-01-15T10:01:00+02:00'),
		]).map(({ shipmentId, state }) => [shipmentId, state]),
	).toEqual([
		['a', 'delivered'],
		['b', 'delivered'],
		['-1', 'failed'],
		['-2', 'sent'],
		['c', 'failed'],
		['d', 'blocked'],
		['d', 'delivered'],
	]);
});

test('takes an external id that was used again for another message', () => {
	const sent = { externalId: 'order-1042', date: '2026-01-15T10:00:00+02:00', final: false };
	const messages = [
		{ ...sent, shipmentId: '1', phone: '0501234567' },
		{ ...sent, shipmentId: '1', phone: '0521234567' },
		{ ...sent, shipmentId: '2', phone: '0501234567' },
		// Polled XML, where reports have no phone.
		{ ...sent, shipmentId: '3', phone: undefined },
	];
	expect(latestPerMessage([...messages, ...messages])).toStrictEqual(messages);
});

test('instants count, not their spelling', () => {
	const [kept] = latestPerMessage([
		report('a', 'later', '2026-10-25T01:30:00+02:00'),
		report('a', 'earlier', '2026-10-25T01:45:00+03:00'),
	]);
	expect(kept?.state).toBe('later');
});

test('gives a report whose ID has another name to the request that any of its fields names', () => {
	const named = { other: { cell: 'Cellcom', reference: 'order-1' } };
	const { reports, others } = reportsById([named, { other: { cell: 'Cellcom' } }], ['order-1']);
	expect([...reports]).toEqual([['order-1', [named]]]);
	expect(others).toHaveLength(1);
});
