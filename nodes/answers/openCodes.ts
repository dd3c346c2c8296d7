import { createHash, randomInt } from 'crypto';

import { InputError } from '../../gateway/checks';
import { HOUR, MINUTE } from '../../gateway/dates';
import { phoneKey } from '../../gateway/phone';
import { plainWriting } from '../../gateway/replyWords';

/** The codes of a question, sealed: n8n stores and shows what a node passes on, and a code must not be read there. */
export interface SealedCodes {
	/** Identifies the question. */
	id: string;
	seals: string[];
}

const seal = (id: string, code: string) =>
	createHash('sha256').update(`${id} ${code}`).digest('base64url');

/** The place of a code among those of a question, or -1. */
export const placeOfCode = ({ id, seals }: SealedCodes, code: string): number =>
	seals.indexOf(seal(id, code));

/** All there are: two digits. */
const CODES = Array.from({ length: 90 }, (_, n) => String(n + 10));
/** Drawn codes are kept apart from others for this long; the wait for the answer then keeps them. */
const UNTIL_ASKED = 10 * MINUTE;

interface Open {
	sealed: SealedCodes;
	codes: string[];
	phone: string | undefined;
	until: number;
}

/** The questions with codes that wait in this process, in all workflows, by their id. Other processes have others. */
const questions = new Map<string, Open>();

/**
 * Keeps the codes of a question apart from others until an hour after the end of its wait (milliseconds since 1970): who answers
 * too late decides no other question.
 */
export function keepCodes(sealed: SealedCodes, phone: string, end: number): void {
	const codes =
		questions.get(sealed.id)?.codes ?? CODES.filter((code) => placeOfCode(sealed, code) >= 0);
	questions.set(sealed.id, { sealed, codes, phone: phoneKey(phone), until: end + HOUR });
}

/** Lets others have the codes of a decided question, once everybody has read the texts of now. */
export function freeCodes({ id }: SealedCodes): void {
	const question = questions.get(id);
	if (question) question.until = Date.now() + HOUR;
}

/** Whether a code is that of another open question to the phone than the one with this id. */
export const isCodeOfAnother = (code: string, phone: string, id: string | undefined): boolean =>
	[...questions.values()].some(
		(other) =>
			other.codes.includes(code) &&
			other.phone === phoneKey(phone) &&
			other.sealed.id !== id &&
			other.until > Date.now(),
	);

/** The codes of a question that this process has asked. */
export const askedCodes = (id: string): SealedCodes | undefined => questions.get(id)?.sealed;

/**
 * Draws codes at random that no other open question to the phone has, nor, as far as possible, one to another phone: in a
 * rehearsal, all reach the same. A number in the question is no code: who repeats it would choose by it.
 * @param text the question with its choices
 * @throws InputError when there are not enough
 */
export function drawCodes(
	id: string,
	phone: string,
	count: number,
	text = '',
): { codes: string[]; sealed: SealedCodes } {
	const now = Date.now();
	for (const [other, { until }] of questions) if (until <= now) questions.delete(other);
	questions.delete(id);
	const others = [...questions.values()];
	const key = phoneKey(phone);
	const shown = plainWriting(text).match(/(?<!\d)\d\d(?!\d)/g) ?? [];
	const without = (open: Open[]) => {
		const taken = new Set([...open.flatMap(({ codes }) => codes), ...shown]);
		return CODES.filter((code) => !taken.has(code));
	};
	const free = without(others.filter((other) => other.phone === key));
	if (free.length < count) {
		throw new InputError(
			'has too many open questions with codes; ask by link, or wait for answers',
		);
	}
	const unused = others.length < CODES.length ? without(others) : [];
	const from = unused.length < count ? free : unused;
	const codes = Array.from({ length: count }, () => from.splice(randomInt(from.length), 1).join());
	const sealed = { id, seals: codes.map((code) => seal(id, code)) };
	questions.set(id, { sealed, codes, phone: key, until: now + UNTIL_ASKED });
	return { codes, sealed };
}
