import { untilNextLook } from '../../../nodes/answers/watch';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
	['just sent', 0, DAY, 10 * SECOND],
	['after the first look', 10 * SECOND, DAY, MINUTE],
	['in the first minutes', 19 * MINUTE, DAY, MINUTE],
	['later', 2 * HOUR, DAY, 6 * MINUTE],
	['after a day', DAY, 7 * DAY, 10 * MINUTE],
	['near the end', 59 * MINUTE + 30 * SECOND, HOUR, 30 * SECOND],
	['a limit shorter than the first pause', 0, 5 * SECOND, 5 * SECOND],
	['at the end', HOUR, HOUR, 0],
	['past the end', HOUR + SECOND, HOUR, 0],
])('looks again after a while: %s', (_, waited, limit, pause) => {
	expect(untilNextLook(waited, limit)).toBe(pause);
});

const looks = (limit: number) => {
	let count = 0;
	for (let waited = 0; waited < limit; count++) waited += untilNextLook(waited, limit);
	return count;
};

test.each([
	['an hour', HOUR, 44],
	['a day', DAY, 193],
	['a week', 7 * DAY, 1057],
])('takes so many looks for a wait of %s', (_, limit, count) => {
	expect(looks(limit)).toBe(count);
});
