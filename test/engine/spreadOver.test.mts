import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { bulk } from './harness/bulkItems.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { sendingHours } from './harness/sendsWithHours.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const MINUTE = 60_000;

/** A Thursday; the hours of the tests end at 20:00, and on Fridays at 14:00. */
const START = Date.parse('2026-11-26T19:30+02:00');
beforeEach(async () => {
	jest.spyOn(Date, 'now').mockReturnValue(START);
	await fixture.sandbox.setClock(START);
});
afterEach(() => jest.restoreAllMocks());

const spread = (values: INodeParameters = {}): INodeParameters => ({
	spreadOver: { values: { amount: 1, unit: 'hours', every: 15, ...values } },
});

const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		phone: `050${String(1_000_000 + index)}`,
		text: `Hello ${index}`,
	}));

const times = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json.scheduledFor as string | undefined)?.slice(5, 16));

const states = () => fixture.sandbox.messages().map(({ state }) => state);
const left = () => states().filter((state) => state === 'scheduled').length;

describe.each(ENCODINGS)('Spread Over in %s', (encoding) => {
	test('sends the first part at once, the others in steps of their own', async () => {
		const { items } = await fixture.run(bulk({}, spread()), { encoding, items: people(10) });
		expect(times(items)).toEqual([
			undefined,
			undefined,
			'11-26T19:45',
			'11-26T19:45',
			'11-26T20:00',
			'11-26T20:00',
			'11-26T20:15',
			'11-26T20:15',
			'11-26T20:30',
			'11-26T20:30',
		]);
		expect(new Set(items.map(({ json }) => json.campaignName)).size).toBe(1);
		expect(fixture.sandbox.counters().requests.live).toEqual({ bulk: 5 });
		const lefts: number[] = [left()];
		for (let step = 0; step < 4; step++) {
			await fixture.sandbox.advanceClock(15 * MINUTE);
			lefts.push(left());
		}
		expect(lefts).toEqual([8, 6, 4, 2, 0]);
	});

	test('one Cancel by Name stops the rest', async () => {
		const { items } = await fixture.run(bulk({}, spread()), { encoding, items: people(10) });
		await fixture.sandbox.advanceClock(16 * MINUTE);
		expect(left()).toBe(6);
		const cancelled = await fixture.run(
			{
				resource: 'campaign',
				operation: 'cancelByName',
				campaignName: items[0]?.json.campaignName as string,
				options: {},
			},
			{ encoding },
		);
		expect(cancelled.error).toBeUndefined();
		await fixture.sandbox.advanceClock(120 * MINUTE);
		expect(states().filter((state) => state === 'cancelled')).toHaveLength(6);
		expect(left()).toBe(0);
	});

	test('keeps the steps to the sending hours', async () => {
		const { items } = await fixture.run(bulk({}, { ...spread(), ...sendingHours() }), {
			encoding,
			items: people(5),
		});
		expect(times(items)).toEqual([
			undefined,
			'11-26T19:45',
			'11-27T08:00',
			'11-27T08:15',
			'11-27T08:30',
		]);
	});

	test('begins at the schedule', async () => {
		const { items } = await fixture.run(
			bulk({}, { ...spread({ every: 30 }), timing: '2026-12-01T10:00' }),
			{ encoding, items: people(3) },
		);
		expect(times(items)).toEqual(['12-01T10:00', '12-01T10:30', '12-01T11:00']);
	});
});

test('few messages are as far apart as many', async () => {
	const { items } = await fixture.run(bulk({}, spread({ every: 1 })), { items: people(3) });
	expect(times(items)).toEqual([undefined, '11-26T19:50', '11-26T20:10']);
});

test('gives no place in a step to a duplicate that is left out', async () => {
	const [first = {}, second = {}] = people(2);
	const { items } = await fixture.run(bulk({}, spread({ every: 60 })), {
		items: [first, first, first, second],
	});
	expect(times(items)).toEqual([undefined, undefined, undefined, '11-26T20:30']);
	expect(items.map(({ json }) => json.duplicateOf)).toEqual([undefined, 0, 0, undefined]);
});

test('keeps the steps when an option differs from item to item', async () => {
	const { items } = await fixture.run(bulk({}, { ...spread(), externalIds: '={{ $json.text }}' }), {
		items: people(10),
	});
	expect(fixture.sandbox.counters().requests.live).toEqual({ bulk: 5 });
	expect(times(items)[9]).toBe('11-26T20:30');
});

test.each([
	[{ amount: 0 }, /'Spread Over' is 0 hours; enter a number of at least 1 and a unit/],
	[{ amount: '={{ "" }}' }, /'Spread Over' is {2}hours/],
	[{ unit: '={{ "weeks" }}' }, /'Spread Over' is 1 weeks/],
	[{ amount: 31, unit: 'days' }, /'Spread Over' is 31 days; .* up to 30 days/],
	[{ every: 0 }, /'Spread Over' has "0" under 'Minutes Between Steps'/],
	[{ every: 61 }, /'Spread Over' has 61 minutes between steps, which is longer than the duration/],
	[{ amount: 24, every: 1 }, /'Spread Over' has 1441 steps, each with a request of its own/],
] as Array<[INodeParameters, RegExp]>)('%j is named', async (values, message) => {
	const { error } = await fixture.run(bulk({}, spread(values)), { items: people(2) });
	expectBadInput(fixture, error, message);
});
