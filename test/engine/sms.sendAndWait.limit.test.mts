import type { IDataObject } from 'n8n-workflow';

import { CONFIRM, press, questionOutput } from './harness/questionOutput.mts';
import { ask, asked, limitWait, limitWaitTo } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();
afterEach(() => jest.restoreAllMocks());

/** Milliseconds before the end of a wait in which n8n may have set the timer that ends it. */
const N8N_TIMER = 75_000;

test.each([
	['an approval', {}, { approved: false }],
	['choices', { approvalType: 'choices', choices: 'A\nB' }, { choice: '' }],
])('gives out %s as timed out when the time is over', async (_, values, data) => {
	const run = await asked(fixture, values);
	const items = await run.timeOut();
	expect(items.map(({ json }) => json)).toStrictEqual([
		questionOutput({ ...('choice' in data && data), data, outcome: 'timedOut' }),
	]);
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
});

test('leaves what the node before put out as it was', async () => {
	const { run } = await fixture.run(ask(), { items: [{ order: 7 }] });
	const before = run.data.resultData.runData.Start?.[0]?.data
		?.main?.[0] as unknown as IDataObject[];
	expect(before.map(({ json }) => json)).toStrictEqual([{ order: 7 }]);
	expect(new WaitingRun(run).stackItems[0]?.json).toMatchObject({ outcome: 'timedOut' });
});

test.each([
	[2, 'days', 2 * 86_400_000],
	[0.5, 'minutes', 30_000],
])('ends the time after %d %s, and then the wait', async (amount, unit, ms) => {
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	const { run } = await fixture.run(ask({}, limitWaitTo(amount, unit)));
	expect(new Date(run.waitTill ?? 0).getTime()).toBe(now + ms + N8N_TIMER);
	clock.mockReturnValue(now + ms);
	expect((await press(run, CONFIRM)).items).toBeUndefined();
	clock.mockReturnValue(now + ms - 1);
	expect((await press(run, CONFIRM)).items).toMatchObject([{ json: { outcome: 'approved' } }]);
});

test('reads a date without a zone in Israel time', async () => {
	const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2040-07-01T12:00:00' };
	const { run } = await fixture.run(ask({}, limitWait(values)));
	expect(run.waitTill).toEqual(new Date('2040-07-01T09:01:15Z'));
});
