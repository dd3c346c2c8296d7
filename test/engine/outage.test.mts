import './harness/noWaits.mts';

import type { INodeParameters } from 'n8n-workflow';

import { bulkByExpression, bulkPeople } from './harness/bulkPeople.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();
const PEOPLE = bulkPeople(300);
beforeEach(async () => await fixture.sandbox.setClock(Date.now()));

/** Sends a batch whose answer gets lost, before or after it was carried out, and retries the execution ten minutes later. */
async function retriedAfter(phase: 'before' | 'after', options: INodeParameters = {}) {
	const own = { items: PEOPLE };
	fixture.sandbox.addFault({ kind: 'reset', phase });
	const failed = await fixture.run(bulkByExpression({}, options), own);
	await fixture.sandbox.advanceClock(600_000);
	const retried = await fixture.run(bulkByExpression({}, options), {
		...own,
		retryOf: failed.run,
	});
	return { failed, retried };
}

describe('a retry of a batch whose answer was lost', () => {
	test('finds everybody who has a delivery report, and texts nobody twice', async () => {
		const { failed, retried } = await retriedAfter('after');
		expect(failed.error?.context).toMatchObject({ outcome: 'unknown' });
		expect(retried.error).toBeUndefined();
		expect(retried.items).toHaveLength(300);
		expect(retried.items[7]?.json).toMatchObject({
			accepted: true,
			phone: PEOPLE[7]?.phone,
			state: 'delivered',
			warning: expect.stringMatching(/^The answer to the send was lost\./) as string,
		});
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 300, repeated: [] });
	});

	test.each([-50, 50])(
		'finds them though the clock of the service is %i minutes apart',
		async (minutes) => {
			await fixture.sandbox.setClock(Date.now() + minutes * 60_000);
			const { retried } = await retriedAfter('after');
			expect(retried.items[7]?.json).toMatchObject({ accepted: true, state: 'delivered' });
		},
	);

	test('says of the others when the first try was, and what sends again', async () => {
		const { retried } = await retriedAfter('before');
		expect(retried.error?.message).toMatch(
			/^The first try, at 20\S+, got no clear answer; it is not known .*, and a retry does not send it again \[item \d+\]$/,
		);
		expect(retried.error?.description).toContain(
			"No delivery report of it was found. Retry later to look again. To send it again all the same, set 'After an Unknown Outcome' to 'Send Again on Retry', and retry. Before sending again,",
		);
		expect(retried.error?.description).not.toContain('Try again later');
		expect(fixture.sandbox.counters().messages).toBe(0);
	});

	test.each(['before', 'after'] as const)(
		'sends again to whoever has no report, where that is chosen: lost %s it was carried out',
		async (phase) => {
			const { retried } = await retriedAfter(phase, { afterUnknownOutcome: 'sendAgain' });
			expect(retried.error).toBeUndefined();
			expect(retried.items.map(({ json }) => json.accepted)).toEqual(Array(300).fill(true));
			expect(fixture.sandbox.counters()).toMatchObject({ messages: 300, repeated: [] });
		},
	);
});

test.each([{}, { externalIds: '={{ $execution.id }}-{{ $json.order }}' }])(
	'finds everybody by the IDs of the first try, since a retry is an execution with another ID: %j',
	async (options) => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
		const send = bulkByExpression({}, { ...options, afterUnknownOutcome: 'sendAgain' });
		const failed = await fixture.run(send, { items: PEOPLE });
		await fixture.sandbox.advanceClock(600_000);
		const { error, items } = await fixture.run(send, { items: PEOPLE, retryOf: failed.run });
		expect(error).toBeUndefined();
		expect(items[299]?.json).toMatchObject({ accepted: true, state: 'delivered' });
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 300, repeated: [] });
	},
);

test.each([
	['the same', 'order', 0],
	['another', 'name', 300],
])('sends again under %s idempotency key: %s, %i texts', async (_, field, texts) => {
	const withKey = (key: string) =>
		bulkByExpression(
			{},
			{ afterUnknownOutcome: 'sendAgain', idempotencyKey: `={{ $json.${key} }}` },
		);
	fixture.sandbox.addFault({ kind: 'reset', phase: 'before' });
	const failed = await fixture.run(withKey('order'), { items: PEOPLE });
	const { error, items } = await fixture.run(withKey(field), {
		items: PEOPLE,
		retryOf: failed.run,
	});
	expect(fixture.sandbox.counters()).toMatchObject({ messages: texts, repeated: [] });
	expect(items).toHaveLength(texts);
	expect(error?.description).toEqual(
		texts > 0
			? undefined
			: expect.stringContaining("'Send Again on Retry' and another 'Idempotency Key', and retry."),
	);
});

test('keeps what is unknown unknown while the service is still down', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const failed = await fixture.run(bulkByExpression(), { items: PEOPLE });
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, times: 0 });
	const { error } = await fixture.run(bulkByExpression(), { items: PEOPLE, retryOf: failed.run });
	expect(error?.context).toMatchObject({ outcome: 'unknown' });
	expect(error?.message).toMatch(/^The first try, at 20/);
	expect(fixture.sandbox.counters().messages).toBe(300);
});

test('puts out each unknown item with its own external ID under On Error Continue', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'before' });
	const { items } = await fixture.run(bulkByExpression(), {
		items: PEOPLE,
		onError: 'continueRegularOutput',
		retryOnFail: true,
		maxTries: 2,
	});
	const ids = items.map(({ json }) => json.externalId);
	expect(new Set(ids).size).toBe(300);
	expect(items[299]?.json).toMatchObject({ accepted: 'unknown', phone: PEOPLE[299]?.phone });
});

test('looks up a single text, too', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const failed = await fixture.run(sendSms());
	await fixture.sandbox.advanceClock(600_000);
	const { items } = await fixture.run(sendSms(), { retryOf: failed.run });
	expect(items[0]?.json).toMatchObject({ accepted: true, phone: '0501234567', state: 'delivered' });
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 1, repeated: [] });
});

test('gives a single text without a report no advice about batches', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'before' });
	const failed = await fixture.run(sendSms());
	const { error } = await fixture.run(sendSms(), { retryOf: failed.run });
	expect(error?.description).toMatch(/^No delivery report of it was found\. Retry later/);
	expect(error?.description).not.toContain('After an Unknown Outcome');
});

test('looks up the texts of each sub-account as this sub-account', async () => {
	const account = fixture.sandbox.reseller;
	const send = sendSms(
		{ phones: '={{ $json.phone }}' },
		{ onBehalfOf: '={{ $json.account }}', concurrentRequests: 2 },
	);
	const items = ['demo-sub', account.username].map((name, at) => ({
		...PEOPLE[at],
		account: name,
	}));
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after', times: 2 });
	const failed = await fixture.run(send, { items, account });
	expect(fixture.sandbox.counters().messages).toBe(2);
	await fixture.sandbox.advanceClock(600_000);
	const { error, items: found } = await fixture.run(send, { items, account, retryOf: failed.run });
	expect(error).toBeUndefined();
	expect(found.map(({ json }) => json.state)).toEqual(['delivered', 'delivered']);
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 2, repeated: [] });
});
