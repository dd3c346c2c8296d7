import { DANA, OMER, texts, useReplyQuestions, outcomes } from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { ask, CONFIRM, press } from './harness/questions.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();
const PHONE = '0537778899';

const TWELVE = Array.from({ length: 12 }, (_, n) => `05011111${10 + n}`);
const NOT_ASKED = { accepted: true, details: { onlyChecked: true } };

const REHEARSAL = { rehearsalPhone: PHONE };
const rung = () => [...new Set(fixture.sandbox.messages().map(({ phone }) => phone))];

describe('answers', () => {
	const { asked, askEach, due, reply } = useReplyQuestions(fixture);

	test('takes those of the one phone', async () => {
		const { watcher } = await asked([DANA], askEach(), REHEARSAL);
		expect(rung()).toEqual([PHONE]);
		reply(DANA, 'No');
		await due(watcher);
		expect(watcher.waitTill).toBeDefined();
		reply(PHONE, 'Yes');
		await due(watcher);
		expect(watcher.waitTill).toBeUndefined();
		expect(texts(watcher)).toEqual(['Yes']);
		expect(watcher.output[0]?.json).toMatchObject({
			phone: DANA,
			result: `Rehearsal: this went to ${PHONE} instead`,
		});
	});

	test('takes one text of the one phone for all questions', async () => {
		const { watcher } = await asked([DANA, OMER], askEach(), REHEARSAL);
		reply(PHONE, 'Yes');
		await due(watcher);
		expect(outcomes(watcher)).toEqual(['answered', 'answered']);
	});

	test('takes none for the people beyond the ten, who were not asked', async () => {
		const { watcher } = await asked(TWELVE, askEach(), REHEARSAL);
		reply(PHONE, 'Yes');
		await due(watcher);
		expect(watcher.waitTill).toBeUndefined();
		expect(outcomes(watcher)).toEqual([
			...Array<string>(10).fill('answered'),
			undefined,
			undefined,
		]);
		expect(watcher.output.at(-1)?.json).toMatchObject(NOT_ASKED);
	});
});

test.each(['answered', 'too late'])('an answer by link is rehearsed: %s', async (when) => {
	const waiting = new WaitingRun((await fixture.run(ask({ phones: DANA }), REHEARSAL)).run);
	const { items } =
		when === 'answered' ? await press(waiting, CONFIRM) : { items: waiting.stackItems };
	const result = `Rehearsal: this went to ${PHONE} instead`;
	expect(items?.[0]?.json).toMatchObject({ phone: DANA, result });
});
