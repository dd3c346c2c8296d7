import { idOf } from './harness/bulkItems.mts';
import { bulkByPath, bulkPeople, phoneOf } from './harness/bulkPeople.mts';
import { pairs } from './harness/pairs.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const requests = () => fixture.sandbox.counters().requests;

test('6,000 items are three calls of one campaign, each item with its own call', async () => {
	const { items } = await fixture.runWell(bulkByPath(), { items: bulkPeople(6000) });
	expect(requests()).toEqual({ bulk: 3 });
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 6000, repeated: [] });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(6000));
	const campaignOf = new Map(fixture.sandbox.messages().map((message) => [message.phone, message]));
	items.forEach(({ json }, index) => {
		const sent = campaignOf.get(phoneOf(index));
		expect(json.shipmentId).toBe(String(sent?.campaignId));
		expect(json.campaignName).toBe(sent?.campaignName);
	});
	expect(new Set(items.map(({ json }) => json.campaignName)).size).toBe(1);
	expect(new Set(items.map(({ json }) => json.shipmentId)).size).toBe(3);
});

test('one text for everybody is one sms with an id for each number', async () => {
	const { items } = await fixture.run(bulkByPath({ message: 'Closed today' }), {
		items: bulkPeople(3000),
	});
	expect(requests()).toEqual({ sms: 2 });
	expect(items[2999]?.json).toMatchObject({
		accepted: true,
		phone: phoneOf(2999),
		externalId: idOf(2999),
	});
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 3000, repeated: [] });
});
