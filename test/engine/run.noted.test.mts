import { bulk, people, sendSms, TO_EACH } from './harness/calls.mts';
import { ask } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const texted = () => fixture.sandbox.messages().map(({ phone }) => phone);

describe('a run that stops', () => {
	test.each([1, 3])(
		'asks nobody twice whose question was lost after a refusal, in %i tries',
		async (maxTries) => {
			fixture.sandbox.addFault({ kind: 'noCredit', times: 1 });
			fixture.sandbox.addFault({ kind: 'resetMidReply', phase: 'after', skip: 1, times: 1 });
			const source = { __rl: true, mode: 'id', value: fixture.sandbox.account.number };
			const question = ask({ source, phones: '={{ $json.phone }}', responseType: 'smsReply' });
			const first = await fixture.run(question, {
				items: people(2),
				retryOnFail: maxTries > 1,
				maxTries,
			});
			await fixture.run(question, { items: people(2), retryOf: first.run });
			await fixture.run(question, { items: people(2), retryOf: first.run });
			const all = texted();
			expect(all).toEqual([...new Set(all)]);
		},
	);

	test('uses up no key of a row that was not texted, though credit ends half way', async () => {
		const { id } = fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 0 });
		const parameters = bulk(
			{ source: '={{ $itemIndex < 99 ? "TextMe" : "0559000100" }}' },
			{ idempotencyKey: '={{ $json.order }}' },
		);
		const items = people(600);
		await fixture.run(parameters, { items });
		expect(texted()).toHaveLength(99);
		fixture.sandbox.removeFault(id);
		const { items: output } = await fixture.run(parameters, { items, executionId: '2' });
		expect(output.filter(({ json }) => json.skipped)).toHaveLength(99);
		expect(new Set(texted()).size).toBe(600);
	});
});

describe('who was kept out by what then did not go out', () => {
	test('gets the text of another row with a key of its own', async () => {
		const items = [
			{ phone: '0501111111', text: 'T', key: 'K' },
			{ phone: '0502222222', text: 'U', key: 'K' },
			{ phone: '0502222222', text: 'U', key: 'L' },
		];
		await fixture.run(sendSms(TO_EACH, { idempotencyKey: '={{ $json.key }}' }), { items });
		expect(texted()).toEqual(['0501111111', '0502222222']);
	});
});
