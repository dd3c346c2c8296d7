import type { IDataObject } from 'n8n-workflow';
import {
	bulkByExpression,
	bulkByPath,
	bulkPeople,
	CALL_FILTERED,
	sendSms,
	sendVoice,
} from './harness/calls.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Every operation that sends a user's text, by a name for the test. */
const SENDS = {
	'SMS Send': sendSms,
	'SMS Send Bulk by expressions': bulkByExpression,
	'SMS Send Bulk by plain paths': bulkByPath,
	'Voice Send': ((values = {}, options = {}) =>
		sendVoice({ reachBy: CALL_FILTERED, ...values }, options)) satisfies typeof sendVoice,
} as const;
const sends = Object.entries(SENDS);
const item: IDataObject = { ...bulkPeople(1)[0], none: '' };

describe.each(sends)('%s', (_, send) => {
	test('a Schedule past by seconds is now, since making the request took that long', async () => {
		const timing = new Date(Date.now() - 30_000).toISOString();
		await fixture.runWell(send({}, { timing }), { items: [item] });
	});

	test('a Schedule comes out as scheduledFor', async () => {
		const { items } = await fixture.run(send({}, { timing: '2030-07-02T10:30:00' }), {
			items: [item],
		});
		expect(detailsOf(items[0]?.json).scheduledFor).toBe('2030-07-02T10:30:00+03:00');
		const now = await fixture.run(send(), { items: [item] });
		expect(now.items[0]?.json.details).not.toHaveProperty('scheduledFor');
	});

	test('refuses a contact field that nothing fills in', async () => {
		await fixture.expectBadInput(
			send({ message: 'Hi [DYNAMIC_FIELD1]' }),
			/'Message' has \[DYNAMIC_FIELD1\]/,
			{ items: [item] },
		);
	});

	test('takes None for an opt-out', async () => {
		await fixture.runWell(send({}, { addUnsubscribe: '' }), { items: [item] });
	});

	test('refuses a reply to remove oneself to a sender that receives no replies', async () => {
		await fixture.expectBadInput(
			send({ source: 'TextMe' }, { addUnsubscribe: '2' }),
			/'Opt-Out' is 'Reply to Remove', and nobody can reply to "TextMe"/,
			{ items: [item] },
		);
		await fixture.runWell(send({ source: '0559000100' }, { addUnsubscribe: '2' }), {
			items: [item],
		});
	});

	test.each([
		...['={{ $json.none }}', '={{ null }}', '={{ "order-" + $json.missing }}', '={{ {} }}', ' '],
		...['={{ $json.missing }}-{{ $json.none }}', 'ללא', '=order-{{ null }}-paid', 'order-{id}'],
		'=order-{{ "No" + "ne" }}',
	])('refuses an Idempotency Key of %j', async (idempotencyKey) => {
		const said =
			/'Idempotency Key' (is empty|is not plain text|(is|contains) ".+", because a value is missing)/;
		await fixture.expectBadInput(send({}, { idempotencyKey }), said, { items: [item] });
	});
});

test('takes single braces and half a pair for text', async () => {
	await fixture.runWell(sendSms({ message: 'a } { b {{ c } }' }));
});

describe('the error output', () => {
	const people = [
		{ phone: '0501111111', message: 'Hello Dana', error: 'of mine', details: 'of mine' },
		{ phone: 'no phone', message: 'Hello Avi', note: 'of mine' },
	];
	const send = sendSms({ phones: '={{ $json.phone }}', message: '={{ $json.message }}' });

	test('keeps what the item had, and puts everything of ours under error', async () => {
		const { items, errors } = await fixture.run(send, {
			items: people,
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(1);
		expect(errors.map(({ json }) => json)).toEqual([
			{
				phone: 'no phone',
				message: 'Hello Avi',
				note: 'of mine',
				error: {
					accepted: false,
					phone: 'no phone',
					message: expect.stringContaining("'Phone Numbers' is not a phone number") as string,
					description: expect.any(String) as string,
					outcome: 'rejected',
					retryable: false,
				},
			},
		]);
	});

	test('says what to look up of a send of unknown outcome', async () => {
		fixture.sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after' });
		const { errors } = await fixture.run(send, {
			items: people.slice(0, 1),
			onError: 'continueErrorOutput',
		});
		const [sent] = fixture.sandbox.messages();
		expect(errors[0]?.json).toMatchObject({
			message: 'Hello Dana',
			details: 'of mine',
			error: { outcome: 'unknown', externalIds: [sent?.externalId] },
		});
	});
});
