import { createRunExecutionData } from 'n8n-workflow';
import type { ExecutionError } from 'n8n-workflow';

import { ask, limitWaitTo, remind, REMINDER } from './harness/questions.mts';
import { DANA, OMER, useReplyQuestions } from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { outcomes } from './harness/watchedRuns.mts';

const fixture = useSandbox();
const { askEach, asked, end } = useReplyQuestions(fixture);

/** What n8n has stored of an execution that still waits, or that a person has stopped (2.41.1, execution.service). */
const STILL_THERE = createRunExecutionData();
const STOPPED = createRunExecutionData({
	resultData: { error: { message: 'The execution was cancelled manually' } as ExecutionError },
});
const EXECUTION = '1042';

const texts = () => fixture.sandbox.messages().map(({ text }) => text);
const reminders = () => texts().filter((text) => text.startsWith(REMINDER));

describe('who is asked by text', () => {
	test.each([
		['waits', { [EXECUTION]: STILL_THERE }, 1],
		['was stopped', { [EXECUTION]: STOPPED }, 0],
		['was deleted', {}, 0],
		['is not known to n8n', undefined, 1],
	])('looks on while the execution %s', async (_, callers, count) => {
		const { watcher } = await asked([DANA], askEach({}, remind()));
		watcher.callers = callers;
		if (watcher.child) watcher.child.callers = callers;
		await end(watcher);
		expect(reminders()).toHaveLength(count);
		expect(outcomes(watcher)).toEqual(['timedOut']);
	});
});

test.each([
	['waits', STILL_THERE, 2],
	['was stopped', STOPPED, 0],
])('looks on, by link, while the execution %s', async (_, data, count) => {
	const question = ask({ phone: '={{ $json.phone }}' }, { ...limitWaitTo(2), ...remind() });
	const { watcher } = await asked([DANA, OMER], question);
	watcher.callers = { [EXECUTION]: data };
	await end(watcher);
	expect(reminders()).toHaveLength(count);
	expect(outcomes(watcher)).toEqual(['timedOut', 'timedOut']);
});
