import {
	latestPerMessage,
	mergeReports,
	reportsById,
} from '../../../gateway/events/deliveryReport';

const event = (eventId: string) => ({ eventId });

test.each([
	['ab bc cad', 'abcd'],
	// Two texts of one shipment to one number look alike; only the next window can repeat one.
	['aa b', 'aab'],
])('merges the reports of the windows %j to %j', (windows, expected) => {
	const merged = mergeReports(windows.split(' ').map((ids) => [...ids].map(event)));
	expect(merged.map(({ eventId }) => eventId).join('')).toBe(expected);
});

const [TEN, LATER] = ['2026-01-15T10:00:00+02:00', '2026-01-15T10:01:00+02:00'];
const report = (message: string, state: string, date?: string) => ({
	externalId: message.startsWith('-') ? undefined : message,
	shipmentId: message,
	phone: '0501234567',
	date,
	state,
	final: ['delivered', 'blocked', 'failed'].includes(state),
});

test('keeps the last word on each message', () => {
	const kept = latestPerMessage([
		...[report('a', 'sent', TEN), report('b', 'delivered', '2026-01-15T10:05:00+02:00')],
		...[report('a', 'delivered', LATER), report('b', 'sent', TEN)],
		...[report('-1', 'sent', TEN), report('-1', 'failed', TEN), report('-2', 'sent', TEN)],
		...[report('c', 'undated'), report('c', 'failed', TEN)],
		// A text and its call.
		report('d', 'sent', TEN),
		report('d', 'blocked', LATER),
		report('d', 'delivered', LATER),
	]);
	expect(kept.map(({ shipmentId, state }) => `${shipmentId} ${state}`)).toEqual([
		...['a delivered', 'b delivered', '-1 failed', '-2 sent', 'c failed'],
		...['d blocked', 'd delivered'],
	]);
});

test('takes an external id that was used again for another message', () => {
	const nobody = { externalId: undefined, shipmentId: undefined, phone: undefined };
	const sent = { externalId: 'order-1042', date: '2026-01-15T10:00:00+02:00', final: false };
	const messages = [
		{ ...sent, shipmentId: '1', phone: '0501234567' },
		{ ...sent, shipmentId: '1', phone: '0521234567' },
		{ ...sent, shipmentId: '2', phone: '0501234567' },
		// Polled XML, where reports have no phone.
		{ ...sent, shipmentId: '3', phone: undefined },
		// Nothing known names these.
		...[TEN, LATER].map((date) => ({ ...nobody, date, final: false })),
	];
	expect(latestPerMessage([...messages, ...messages])).toStrictEqual(messages);
});

test.each([
	['the later one, though it came first', LATER, TEN, 'first'],
	['by its instant', '2026-10-25T01:30:00+02:00', '2026-10-25T01:45:00+03:00', 'first'],
	['the second of the same date', TEN, TEN, 'second'],
	['the dated one', TEN, undefined, 'first'],
])('of two reports that are not final keeps %s', (_, one, other, kept) => {
	const [last] = latestPerMessage([report('a', 'first', one), report('a', 'second', other)]);
	expect(last?.state).toBe(kept);
});

test('gives a report whose ID has another name to the request that any of its fields names', () => {
	const named = { other: { cell: 'Cellcom', reference: 'order-1' } };
	const { reports, others } = reportsById([named, { other: { cell: 'Cellcom' } }], ['order-1']);
	expect([...reports]).toEqual([['order-1', [named]]]);
	expect(others).toHaveLength(1);
	const spelled = ['0', ' A', '7'].map((externalId) => ({ externalId }));
	const asked = reportsById(spelled, ['000', 'a', '007', '07']);
	expect([[...asked.reports.keys()], asked.others]).toEqual([['000', 'a', '007'], []]);
	const unlike = ['100', '007-a', '00a'].map((externalId) => ({ externalId }));
	expect(reportsById(unlike, ['10', '7-a', '0a']).others).toEqual(unlike);
	expect(reportsById([{ externalId: '0012' }], ['12']).others).toEqual([]);
});
