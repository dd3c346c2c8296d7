import { checkMessage, InputError } from '../../../../gateway/values/checks';
import { withChoices } from '../../../../gateway/texts/choices';
import { LINK_PLACE } from '../../../answers/answerLink';
import type { ReplyForm } from '../../../answers/question';
import { isEmpty } from '../../parameters/option';
import { readChoices } from './formFields';

/** The text of a question that people answer by SMS, and how to read the replies. */
export function askedByReply(
	question: string,
	choices: string[] = [],
): { text: string; form: ReplyForm } {
	const { text, isNumbered } = withChoices(checkMessage(question), choices);
	checkMessage(text, 'with the choices');
	if (text.includes(LINK_PLACE)) {
		throw new InputError('has a placeholder for a link, and an SMS reply has no link; take it out');
	}
	return { text, form: { question: text, ...(choices.length > 0 && { choices, isNumbered }) } };
}

/**
 * The choices to compare replies with; undefined if there are none.
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
