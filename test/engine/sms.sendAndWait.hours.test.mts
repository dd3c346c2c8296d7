import type { INodeParameters } from 'n8n-workflow';
import { israelClock, israelInstant } from '../../gateway/values/dates';
import { limitWaitTo } from './harness/questions.mts';
import { DANA, OMER, texts, useReplyQuestions } from './harness/replyQuestions.mts';
import { sendingHours } from './harness/calls.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { askEach, asked, end, pass, reply } = useReplyQuestions(fixture);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Every day from 08:00 to 20:00. */
const hours = (values: INodeParameters = {}) =>
	sendingHours({ days: [0, 1, 2, 3, 4, 5, 6], eveTo: '', withoutHolidays: false, ...values });

/** Advances to a time of day in Israel, at least an hour from now. */
async function until(hour: number, minute = 0): Promise<void> {
	const clock = israelClock(Date.now()) + 60 * MINUTE;
	const midnight = Math.floor(clock / DAY) * DAY;
	const wanted = midnight + (hour * 60 + minute) * MINUTE;
	await pass(israelInstant(wanted < clock ? wanted + DAY : wanted) - Date.now());
}
const timeNow = () => new Date(israelClock(Date.now())).toISOString().slice(11, 16);

test('schedules a question at night, and counts its end from then on', async () => {
	await until(22);
	const { watcher, result } = await asked([DANA], askEach({}, { ...limitWaitTo(2), ...hours() }));
	expect(result.run.status).toBe('waiting');
	expect(fixture.sandbox.messages()).toMatchObject([{ state: 'scheduled' }]);
	await end(watcher);
	expect(timeNow()).toBe('10:00');
	expect(watcher.output[0]?.json).toMatchObject({
		outcome: 'timedOut',
		details: { scheduledFor: expect.stringContaining('T08:00:00') as string },
	});
});

test('asks nobody at night with Skip, and waits for nobody', async () => {
	await until(22);
	const { result } = await asked([DANA], askEach({}, hours({ outside: 'leaveOut' })), {});
	expect(result.run.status).toBe('success');
	expect(result.items[0]?.json).toMatchObject({
		accepted: false,
		phone: DANA,
		details: { skipped: true, held: true },
	});
	expect(fixture.sandbox.messages()).toEqual([]);
});

test('takes no text of the night for an answer, although a person retries the execution', async () => {
	await until(22);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', skip: 1 });
	const each = askEach({}, { ...limitWaitTo(4), ...hours() });
	const { result } = await asked([DANA, OMER], each);
	reply(DANA, 'at night');
	await until(8);
	const { watcher } = await asked([DANA, OMER], each, { retryOf: result.run });
	reply(DANA, 'in the morning');
	await end(watcher);
	expect(texts(watcher)).toEqual(['in the morning', '']);
});

test('refuses a wait that ends before the question goes out', async () => {
	await until(22);
	const at = new Date(Date.now() + 60 * MINUTE).toISOString();
	const limitWaitTime = { values: { limitType: 'atSpecifiedTime', maxDateAndTime: at } };
	const { result } = await asked([DANA], askEach({}, { limitWaitTime, ...hours() }));
	expect(result.error?.message).toMatch(
		/^'Limit Wait Time' ends before the question goes out within the sending hours \(.*T08:00:00/,
	);
	expect(fixture.sandbox.messages()).toEqual([]);
});

test('does not wait for who has opted out', async () => {
	fixture.sandbox.optOut({ phone: OMER });
	const { watcher, result } = await asked([DANA, OMER], askEach({}, limitWaitTo(1)));
	expect(result.error).toBeUndefined();
	await end(watcher);
	const came = watcher.output.map(({ json }) => detailsOf(json).skipped || json.outcome);
	expect(came).toEqual(['timedOut', true]);
	expect(watcher.output[1]?.json).toMatchObject({ accepted: false, phone: OMER });
});
