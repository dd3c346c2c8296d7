import type { IDataObject } from 'n8n-workflow';

import { block } from './harness/blocklist.mts';
import { bulkByExpression, bulkPeople, phoneOf } from './harness/bulkPeople.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const batches = () => fixture.sandbox.requests({ root: 'bulk' });
const statuses = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json.details as IDataObject | undefined)?.status ?? json.accepted);

/** Two people; the service refuses the second one's text. */
const withBadText = bulkPeople(2).map((item, index) =>
	index === 1 ? { ...item, message: 'Hello #status:989' } : item,
);

test('a batch refused for one text is refused item by item, says a way on, and sends nothing again by itself', async () => {
	const { items } = await fixture.goOn(bulkByExpression(), withBadText);
	expect(statuses(items)).toEqual([989, 989]);
	expect(JSON.stringify(items[0]?.json)).toContain('SMS, Send makes one request for each item');
	expect(batches()).toHaveLength(1);
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 0, repeated: [] });
});

test('a batch refused for one text stops the run, and a retry texts nobody again', async () => {
	const items = bulkPeople(3).map((item, at) => ({
		...item,
		sender: at < 2 ? 'TextMe' : 'Nobody',
	}));
	const failed = await fixture.run(bulkByExpression(), { items });
	expect(failed.error?.message).toMatch(/\(status 515\) \[item 2\]$/);
	const { error } = await fixture.run(bulkByExpression(), { items, retryOf: failed.run });
	expect(error?.message).toMatch(/\(status 515\) \[item 2\]$/);
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 2, repeated: [] });
});

test('does not let others fail for a sender that is not verified', async () => {
	const items = bulkPeople(6).map((item, index) =>
		index % 2 === 1 ? { ...item, sender: 'Nobody' } : item,
	);
	const result = await fixture.goOn(bulkByExpression(), items);
	expect(statuses(result.items)).toEqual([true, 515, true, 515, true, 515]);
	expect(fixture.sandbox.requests({ root: 'bulk' })).toHaveLength(2);
});

test('does not let others fail for the senders of one sub-account, which another one may have', async () => {
	const { reseller, subAccount } = fixture.sandbox;
	const items = [subAccount, reseller].map(({ username }, at) => ({
		...bulkPeople(2)[at],
		sender: reseller.sender,
		branch: username,
	}));
	const result = await fixture.goOn(
		bulkByExpression({}, { onBehalfOf: '={{ $json.branch }}' }),
		items,
		{ account: reseller },
	);
	expect(fixture.sandbox.requests().map(({ username }) => username)).toEqual(
		[subAccount, reseller].map(({ username }) => username),
	);
	expect(result.items[1]?.json.accepted).toBe(true);
});

test('does not let others fail for a contact list that is not there', async () => {
	const items = bulkPeople(3).map((item, index) => ({
		...item,
		list: index === 1 ? '999999' : '',
	}));
	const result = await fixture.goOn(
		bulkByExpression({}, { contactList: '={{ $json.list }}' }),
		items,
	);
	expect(statuses(result.items)).toEqual([true, 988, true]);
	expect(fixture.sandbox.requests()).toHaveLength(2);
});

test('everybody is blocked: each item says so', async () => {
	await fixture.run(block({ phones: [phoneOf(0), phoneOf(1)].join() }));
	const { items } = await fixture.goOn(bulkByExpression(), bulkPeople(2));
	expect(items.map(({ json }) => json)).toMatchObject(
		[0, 1].map((n) => ({ accepted: false, skipped: true, phone: phoneOf(n) })),
	);
});
