import type { IDataObject } from 'n8n-workflow';

import { bulkByName, bulkPeople } from './harness/bulkPeople.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();

const items = [
	{ mobile: '050-111-1111', customer: { name: 'Dana' }, total: 12.5, id: 'A1' },
	{ mobile: 502222222, customer: { name: 'יוסי' }, total: 0, id: 'A2' },
];
const parameters = bulkByName(
	{
		phoneField: 'mobile',
		messageTemplate: 'Hi {customer.name}, {total} NIS {thanks!}',
	},
	{ externalIdField: 'id' },
);

test('the fields named fill the text of each item and give its id', async () => {
	const { error } = await fixture.run(parameters, { items });
	expect(error).toBeUndefined();
	expect(
		fixture.sandbox.messages().map((sent) => [sent.phone, sent.text, sent.externalId]),
	).toEqual([
		['0501111111', 'Hi Dana, 12.5 NIS {thanks!}', 'A1'],
		['0502222222', 'Hi יוסי, 0 NIS {thanks!}', 'A2'],
	]);
});

test.each([
	[{ customer: { name: 'Dana' }, total: 1, id: 'A' }, "'Phone Number Field' is empty"],
	[{ mobile: '0501111111', total: 1, id: 'A' }, "'Message' needs a field {customer.name}"],
	[
		{ mobile: '0501111111', customer: { name: {} }, total: 1, id: 'A' },
		"'Message' needs a field {customer.name}",
	],
	[
		{ mobile: '0501111111', customer: { name: 'Dana' }, total: 1 },
		"'External ID Field' has 0 entries for 1",
	],
])('an item without what is named is refused: %j', async (item, message) => {
	const { error } = await fixture.run(parameters, { items: [...items, item as IDataObject] });
	expectBadInput(fixture, error, message, items.length);
});

test('an idempotency key by field name sends nothing twice', async () => {
	const keyed = bulkByName({}, { idempotencyKeyField: 'order' });
	await fixture.run(keyed, { items: bulkPeople(3), executionId: '1' });
	const { items: output } = await fixture.run(keyed, { items: bulkPeople(5), executionId: '2' });
	expect(output).toHaveLength(5);
	expect(output.every(({ json }) => json.skipped ?? json.accepted)).toBe(true);
	expect(output[0]?.json).toEqual({ skipped: true, idempotencyKey: 'order-0' });
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 5, repeated: [] });
});
