import './harness/noWaits.mts';

import type { IDataObject } from 'n8n-workflow';

import { sendToEach, waitFor } from './harness/deliveryWaits.mts';
import { sendCode } from './harness/oneTimeCodes.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { ask } from './harness/questions.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';
import { useReplyQuestions } from './harness/replyQuestions.mts';

const fixture = useSandbox();
const { askEach, asked: begin, due } = useReplyQuestions(fixture);

const INCLUDED = { includeInputFields: true };
const PHONE = '0501111111';
const BLOCKED = '0502222222';

/** A row of a sheet, with names that outputs have too, and what an earlier send has said of it. */
const row = (phone: string): IDataObject => ({
	...{ phone, row_number: 7, name: 'Dana', time: null, to: '0559000100', event: 'incomingMessage' },
	...{
		accepted: 'of the row',
		outcome: 'of the row',
		data: 'of the row',
	},
	...{ error: 'of the row', details: {}, skipped: true },
	...{ rehearsal: 'of the row', shipmentId: 'of the row', choice: 'of the row' },
});
const ADDED = { row_number: 7, name: 'Dana', time: null, to: '0559000100' };

const toPhone = { phones: '={{ $json.phone }}' };
const SENDING = [
	...SENDS.map(([name, parameters]) => [name, parameters(toPhone, INCLUDED)] as const),
	['SMS Reply', parametersFor('sms', 'reply', { message: 'Thank you' })({}, INCLUDED)] as const,
	['OTP Send', sendCode({ phone: '={{ $json.phone }}' }, INCLUDED)] as const,
];

/** The output has its own fields, and after them those of the row, but for what became of an earlier send. */
function expectAdded(json: IDataObject | undefined, own: IDataObject): void {
	expect(json).toMatchObject({ ...own, ...ADDED });
	expect([json?.rehearsal, json?.shipmentId]).not.toContain('of the row');
	const names = Object.keys(json ?? {});
	for (const name of Object.keys(own)) {
		expect(names.indexOf(name)).toBeLessThan(names.indexOf('row_number'));
	}
	expect(names[0]).toBe('accepted');
}

describe('Include Input Fields', () => {
	test.each(SENDING)(
		'adds the fields of the row, also where it fails: %s',
		async (_, parameters) => {
			const items = [row(PHONE), row('nobody')];
			const options = { items };
			const { items: rows, error } = await fixture.run(parameters, {
				...options,
				onError: 'continueRegularOutput',
			});
			expect(error).toBeUndefined();
			expectAdded(rows[0]?.json, { accepted: true });
			expect(rows[0]?.json).not.toHaveProperty('error');
			expect(rows[0]?.json).not.toHaveProperty('skipped');
			// Whoever cannot be answered is no failure.
			const isReply = parameters.operation === 'reply';
			const why = { [isReply ? 'reason' : 'error']: expect.any(String) as never };
			expectAdded(rows[1]?.json, { accepted: false, ...why });
			if (isReply) return;
			const apart = await fixture.run(parameters, { ...options, onError: 'continueErrorOutput' });
			expect(apart.items).toHaveLength(1);
			expect(apart.errors[0]?.json).toMatchObject(ADDED);
		},
	);

	test('adds them where a text is skipped, and nowhere without the option', async () => {
		fixture.sandbox.optOut({ phone: BLOCKED });
		const run = async (options: object) =>
			(await fixture.run(sendSms(toPhone, { ...options }), { items: [row(BLOCKED)] })).items[0]
				?.json;
		expectAdded(await run(INCLUDED), { accepted: false, skipped: true, phone: BLOCKED });
		for (const options of [{}, { includeInputFields: false }]) {
			expect(await run(options)).not.toHaveProperty('row_number');
		}
	});

	test('adds them once in a retry: to what was sent before, is looked up, and is sent now', async () => {
		const phones = [PHONE, '0503333333', '0504444444'];
		const own = { items: phones.map(row) };
		const send = sendSms(toPhone, { ...INCLUDED, concurrentRequests: 1 });
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', skip: 1 });
		const { run } = await fixture.run(send, { ...own, onError: undefined });
		await fixture.sandbox.advanceClock(600_000);
		const { items, error } = await fixture.run(send, { ...own, retryOf: run });
		expect(error).toBeUndefined();
		const state = 'delivered';
		const outcomes = [{}, { state }, {}].map((more, n) => ({ phone: phones[n], ...more }));
		for (const [n, outcome] of outcomes.entries()) {
			expectAdded(items[n]?.json, { accepted: true, ...outcome });
		}
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429 });
		const { items: tried } = await fixture.run(send, { ...own, retryOnFail: true, maxTries: 2 });
		for (const { json } of tried) expectAdded(json, { accepted: true });
		expect(fixture.sandbox.messages()).toHaveLength(6);
	});

	test('adds them after a wait for delivery', async () => {
		const { watcher } = await begin([], sendToEach({}, { ...waitFor(30), ...INCLUDED }), {
			items: [row(PHONE)],
		});
		await due(watcher);
		expect(watcher.waitTill).toBeUndefined();
		expectAdded(watcher.output[0]?.json, { accepted: true, outcome: 'delivered' });
	});

	test('adds them to an answer by SMS', async () => {
		const { watcher } = await begin([], askEach({}, INCLUDED), { items: [row(PHONE)] });
		fixture.sandbox.handsetReply({ phone: PHONE, text: 'Yes' });
		await due(watcher);
		expectAdded(watcher.output[0]?.json, { text: 'Yes', outcome: 'answered' });
		expect(watcher.output[0]?.json.data).toEqual({ text: 'Yes' });
	});

	test('adds them to an answer on the page, and where nobody answers', async () => {
		const { run } = await fixture.run(ask({ phone: PHONE }, INCLUDED), {
			items: [row(PHONE)],
		});
		const waiting = new WaitingRun(run);
		expectAdded(waiting.stackItems[0]?.json, { outcome: 'timedOut' });
		const { items } = await waiting.open({ method: 'POST', body: { decision: 'confirm' } });
		expectAdded(items?.[0]?.json, { outcome: 'approved' });
		expect(items?.[0]?.json.data).toEqual({ approved: true });
	});
});
