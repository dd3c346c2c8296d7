import {
	drawCodes,
	freeCodes,
	isCodeOfAnother,
	keepCodes,
	placeOfCode,
} from '../../../nodes/answers/openCodes';
import { isForAnother } from '../../../nodes/waiting/readReply';
import type { Question } from '../../../nodes/waiting/wait';

const [DANA, OMER] = ['0501234567', '+972 52-765-4321'];
const HOUR = 3_600_000;

/** Every test is on a day of its own, when the questions of others have ended. */
let today = Date.now();
beforeEach(() => {
	jest.useFakeTimers({ now: (today += 24 * HOUR) });
});
afterEach(() => jest.useRealTimers());

test('gives the open questions to a phone ninety codes, all different, and then no more', () => {
	const drawn = Array.from({ length: 45 }, (_, n) => drawCodes(`a${n}`, DANA, 2));
	for (const { sealed } of drawn) keepCodes(sealed, DANA, Date.now() + HOUR);
	const codes = drawn.flatMap((each) => each.codes);
	expect(new Set(codes).size).toBe(90);
	expect(codes.every((code) => /^[1-9]\d$/.test(code))).toBe(true);
	expect(() => drawCodes('more', '972501234567', 1)).toThrow('too many open questions with codes');
	expect(drawCodes('other phone', OMER, 1).codes).toHaveLength(1);

	const [first] = drawn;
	if (!first) return;
	freeCodes(first.sealed);
	jest.advanceTimersByTime(HOUR - 1);
	for (const { sealed } of drawn.slice(1)) keepCodes(sealed, DANA, Date.now() + HOUR);
	expect(() => drawCodes('too early', DANA, 1)).toThrow('too many open questions');
	jest.advanceTimersByTime(1);
	expect(drawCodes('again', DANA, 2).codes.sort()).toEqual(first.codes.sort());
	jest.advanceTimersByTime(2 * HOUR - 2);
	// Who answers too late must not decide another question.
	expect(() => drawCodes('too late', DANA, 3)).toThrow('too many open questions');
	jest.advanceTimersByTime(1);
	expect(drawCodes('later', DANA, 90).codes).toHaveLength(90);
});

test('gives two phones different codes as long as it can, as a rehearsal takes both to one', () => {
	const codes = Array.from(
		{ length: 90 },
		(_, n) => drawCodes(`b${n}`, n % 2 ? DANA : OMER, 1).codes,
	);
	expect(new Set(codes.flat()).size).toBe(90);
});

test('draws no number that the question shows', () => {
	const shown = Array.from({ length: 88 }, (_, n) => (n % 2 ? `${n + 12}` : `‏${n + 12}.`));
	const { codes } = drawCodes('e', DANA, 2, `Order 1011, ${shown.join(' or ')}?`);
	expect(codes.sort()).toEqual(['10', '11']);
});

test('takes the codes of a question from before n8n was started again for taken', () => {
	const { codes, sealed } = drawCodes('c', DANA, 89);
	freeCodes(sealed);
	jest.advanceTimersByTime(HOUR);
	drawCodes('c2', OMER, 1);
	keepCodes(sealed, DANA, Date.now() + HOUR);
	expect(isCodeOfAnother(codes[0] ?? '', OMER, 'd')).toBe(false);
	expect(isCodeOfAnother(codes[0] ?? '', DANA, 'd')).toBe(true);
	const [left = ''] = drawCodes('d', DANA, 1).codes;
	expect(codes).not.toContain(left);
	expect([placeOfCode(sealed, codes[3] ?? ''), placeOfCode(sealed, left)]).toEqual([3, -1]);
	expect(JSON.stringify(sealed)).not.toMatch(/"\d\d"/);
});

test('takes a number of two digits that is no code for a plain answer', () => {
	expect(isForAnother('77', { phone: '0501234567' } as Question)).toBe(false);
	expect(isForAnother('77 of them', { phone: '0501234567' } as Question)).toBe(false);
});
