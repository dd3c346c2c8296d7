import { DANA, OMER, useReplyQuestions } from './harness/replyQuestions.mts';
import { AT, CONFIRM, press, questionOutput } from './harness/questionOutput.mts';
import { ask } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { askEach } = useReplyQuestions(fixture);

const linkOf = (phone: string) =>
	/https?:\S+/.exec(fixture.sandbox.messages({ phone })[0]?.text ?? '')?.[0];

test('all numbers of an item get one question with one link, and the first answer decides', async () => {
	const { run, hints } = await fixture.runWell(ask({ phones: `${DANA}, ${OMER}\n050-123-4567` }));
	expect(hints).toEqual(['1 question asked']);
	expect(fixture.sandbox.messages()).toHaveLength(2);
	expect(linkOf(DANA)).toContain('signature=');
	expect(linkOf(OMER)).toBe(linkOf(DANA));
	const { items } = await press(run, CONFIRM);
	const json = questionOutput({
		outcome: 'approved',
		data: { approved: true },
		respondedAt: AT,
		phone: `${DANA}, ${OMER}`,
		recipients: [DANA, OMER].map((phone) => ({
			...{ accepted: true, phone, result: 'Accepted' },
			externalId: expect.any(String) as string,
		})),
	});
	delete json.externalId;
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
});

test('the choice of several people has a column of its own', async () => {
	const choices = { approvalType: 'choices', choices: 'Yes\nNo' };
	const { run } = await fixture.runWell(ask({ phones: `${DANA}, ${OMER}`, ...choices }));
	const { items } = await press(run, { decision: '1' });
	expect(items?.[0]?.json).toMatchObject({ choice: 'No', recipients: [{}, {}] });
});

describe('several items by link', () => {
	const items = [{ phone: DANA }, { phone: OMER }];
	const question = ask({ phones: '={{ $json.phone }}', message: '=Approve {{ $itemIndex }}?' });
	const REFUSED = 'Send and Wait for Response asks about one item by link, and there are 2';
	const WAY_ON = 'use Loop Over Items with a batch size of 1, or a sub-workflow for each item';

	test('are refused before the first text, in one error that says what to do', async () => {
		const { error, hints, run } = await fixture.run(question, { items });
		expect(error?.message).toBe(`${REFUSED}; ${WAY_ON} [item 0]`);
		expect(hints).toEqual([]);
		expect(run.waitTill).toBeUndefined();
		expect(fixture.sandbox.requests()).toEqual([]);
	});

	test('are errors of the items where the workflow goes on, and it waits for nobody', async () => {
		const { items: output, run } = await fixture.goOn(question, items);
		expect(output.map(({ json }) => json.error)).toEqual([
			`${REFUSED} [item 0]`,
			`${REFUSED} [item 1]`,
		]);
		expect(output[0]?.json.details).toMatchObject({ whatToDo: WAY_ON, outcome: 'rejected' });
		expect(run.waitTill).toBeUndefined();
		expect(fixture.sandbox.requests()).toEqual([]);
	});
});

test('asks nobody by reply who stands beside another number', async () => {
	const { error } = await fixture.run(askEach({ phones: `${DANA}, ${OMER}` }));
	expect(error?.message).toBe(
		"'Phone Numbers' has 2 numbers, and an SMS reply is awaited of one; give each number an item of its own [item 0]",
	);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test('asks the same number by reply once, however often it is written', async () => {
	const { error } = await fixture.run(askEach({ phones: `${DANA}, 050-123-4567` }), {
		executeWorkflow: () => Promise.reject(new Error('no wait')),
	});
	expect(error?.message).toContain('no wait');
	expect(fixture.sandbox.messages()).toHaveLength(1);
});

test('waits for no answer when it is not known whether anybody was asked', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after', times: 0 });
	const { run, items } = await fixture.goOn(ask({ phones: `${DANA}, ${OMER}` }), [{}]);
	expect(run.waitTill).toBeUndefined();
	expect(items).toMatchObject([{ json: { accepted: 'unknown' } }]);
});

test('n8n lets no sub-workflow that ends late answer the question', async () => {
	const { run } = await fixture.run(ask());
	const [waiting] = run.data.executionData?.nodeExecutionStack ?? [];
	expect(waiting?.metadata?.waitingChildExecutionIds).toEqual(['1042']);
});
