import type { IDataObject } from 'n8n-workflow';

import { checkFilledIn, checkMessage, InputError, plainText } from '../../../../gateway/checks';
import { withChoices } from '../../../../gateway/conversation';
import { LINK_PLACE } from '../../../answers/answerLink';
import type { Reminder } from '../../../answers/question';
import type { HoursInput } from '../../../planning/sendingHours';
import type { Message } from '../../../../gateway/messages';
import { checkWithoutPlaces } from '../../options/message';
import type { Sending } from '../../options/message';
import { isEmpty } from '../../parameters/readings';
import { milliseconds } from '../../options/waiting';
import { readChoices } from './formFields';

/**
 * The text of a question that is answered by SMS, so it has no link to a page.
 * @throws InputError
 */
export function replyText(message: string | number, choices: string[] = []): string {
	const text = checkMessage(withChoices(checkMessage(message), choices), 'with the choices');
	if (!text.includes(LINK_PLACE)) return text;
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
 * @param write makes the text of a reminder with a message of its own
 * @throws InputError
 */
export function readReminder(
	{ amount, unit, message }: IDataObject,
	remainingMs: number,
	{ message: asked, settings }: Sending,
	write: (message: string) => Pick<Message, 'text' | 'links'>,
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
			...(own === '' ? {} : write(checkWithoutPlaces(checkFilledIn(own)))),
		},
		settings: { ...settings, timing: undefined },
		hours,
	};
}
