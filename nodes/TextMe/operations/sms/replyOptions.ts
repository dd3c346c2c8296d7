import type { IDataObject } from 'n8n-workflow';

import {
	checkFilledIn,
	checkMessage,
	checkSwitch,
	InputError,
	plainText,
} from '../../../../gateway/checks';
import { withChoices } from '../../../../gateway/choices';
import { LINK_PLACE } from '../../../answers/answerLink';
import { askedCodes, drawCodes } from '../../../answers/openCodes';
import { languageOf, PAGE_TEXTS } from '../../../answers/page/pageTexts';
import type { Reminder, ReplyForm } from '../../../answers/question';
import type { HoursInput } from '../../../planning/sendingHours';
import type { Message } from '../../../../gateway/messages';
import { checkWithoutPlaces } from '../../options/message';
import type { Sending } from '../../options/message';
import { unlessEmpty } from '../../options/optionGroup';
import { isEmpty } from '../../parameters/readings';
import { milliseconds } from '../../options/waiting';
import type { Parameters } from '../../parameters/parameters';
import { readChoices } from './formFields';

/** A question that is answered by text. */
export interface ByReply {
	form: ReplyForm;
	/** The text that asks. */
	text: string;
	/** The text of a reminder. */
	remind(own: string): string;
}

/**
 * How people answer a question by text: an approval by its code, choices by their codes or numbers, or in their own words.
 * @param text what is asked
 * @param choices undefined for an approval, and for people's own words
 */
export function byReply(
	parameters: Parameters,
	text: string,
	phone: string,
	{ choices, isApproval }: { choices?: string[]; isApproval: boolean },
): ByReply {
	const hasCodes =
		isApproval || parameters.option('answerByCode', unlessEmpty(checkSwitch)) === true;
	if (hasCodes && !isApproval && !choices) {
		throw parameters.refusal('answerByCode', "needs 'Choices'; enter them, or remove the option");
	}
	if (!hasCodes) return byNumber(text, choices);
	const { byCode, byNumber: byTheirNumber, codeAbove } = PAGE_TEXTS[languageOf(text)];
	const shown = [text, ...(choices ?? [])].join('\n');
	const { codes, sealed } = codesFor(parameters, phone, choices?.length ?? 1, shown);
	const lines = choices?.map((choice, at) => `${codes[at]}. ${choice}`) ?? [];
	return {
		form: {
			choices,
			codes: sealed,
			...(isApproval && { isApproval, asksReason: parameters.isHumanReview }),
		},
		text: withLines(text, 'with the code', [
			...lines,
			isApproval ? byCode(codes.join()) : byTheirNumber,
		]),
		remind: (own) => withLines(own || text, 'with the code', [codeAbove]),
	};
}

function byNumber(text: string, choices: string[] = []): ByReply {
	const { text: message, isNumbered } = withChoices(checkMessage(text), choices);
	return {
		form: choices.length === 0 ? {} : { choices, isNumbered },
		text: withLines(message, 'with the choices'),
		remind: (own) =>
			withLines(own ? withChoices(own, choices, isNumbered).text : message, 'with the choices'),
	};
}

/** A retry of a question that was asked keeps its codes. */
function codesFor(parameters: Parameters, phone: string, count: number, shown: string) {
	const id = `${parameters.runId}-${parameters.itemIndex}`;
	if (!parameters.isDone) {
		return parameters.check("'Phone Number'", () => drawCodes(id, phone, count, shown));
	}
	const sealed = askedCodes(id);
	if (sealed) return { codes: [], sealed };
	throw parameters.refusalAbout(
		'The question',
		'was asked before n8n was started again, and its code is gone; execute the workflow anew',
	);
}

/** The text with lines below it. It has no link to a page. `of` says what else counts as its characters. */
function withLines(text: string, of: string, lines: string[] = []): string {
	const whole = checkMessage(
		[...(lines.length > 0 ? [text.trimEnd()] : [text]), ...lines].join('\n'),
		of,
	);
	if (!whole.includes(LINK_PLACE)) return whole;
	throw new InputError('has a place for a link, and an SMS reply has no link; take it out');
}

/**
 * The choices that replies are compared with; undefined without any.
 * @throws InputError
 */
export function readReplyChoices(value: unknown): string[] | undefined {
	if (value === '') return undefined;
	if (isEmpty(value))
		throw new InputError('is empty; enter at least 2 choices, or clear the field');
	const choices = readChoices(value);
	if (choices.length >= 2) return choices;
	throw new InputError('is a single choice; enter at least 2, each on a line of its own');
}

/**
 * A reminder, which is sent like its question, but under an external ID of its own.
 *
 * @param remainingMs until the end of the wait
 * @param write makes the text of a reminder; its argument is empty if the reminder has no message of its own
 * @throws InputError
 */
export function readReminder(
	{ amount, unit, message }: IDataObject,
	remainingMs: number,
	{ message: asked, settings }: Sending,
	write: (message: string) => Partial<Pick<Message, 'text' | 'links'>>,
	hours?: HoursInput,
): Reminder {
	const after = milliseconds(amount, unit);
	if (!(after > 0)) throw new InputError('is not a time; enter a number and a unit');
	if (after >= remainingMs) {
		throw new InputError("comes after the end of the wait; shorten it, or raise 'Limit Wait Time'");
	}
	const own = plainText(message).trim();
	const [person] = asked.to.people;
	const externalId = person?.externalId && `${person.externalId}-reminder`;
	return {
		after,
		message: {
			...asked,
			to: { people: person ? [{ ...person, externalId }] : [], lists: [] },
			...write(checkWithoutPlaces(checkFilledIn(own))),
		},
		settings: { ...settings, timing: undefined },
		hours,
	};
}
