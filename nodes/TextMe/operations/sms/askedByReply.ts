import { checkMessage, InputError } from '../../../../gateway/values/checks';
import { canBeRepliedTo, checkSender } from '../../../../gateway/phones/sender';
import type { Conversation } from '../../../../gateway/events/incomingMessage';
import { withChoices } from '../../../../gateway/texts/replyWords';
import type { Message, Recipient } from '../../../../gateway/texts/messages';
import { LINK_PLACE } from '../../../answers/answerLink';
import type { ReplyForm } from '../../../answers/question';
import { checkWithoutPlaces } from '../../options/message';
import { peopleOf } from '../../options/recipients';
import { isEmpty } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';
import { askedText } from './askedText';
import { readChoices } from './responseFields';

/** The message of a question that one person answers by SMS, and how to read the replies. */
export function askByReply(parameters: Parameters): {
	message: Message;
	conversation: Conversation & ReplyForm;
} {
	const choices = parameters.checked('choices', readReplyChoices);
	const sender = parameters.checked('source', checkReadSender);
	const person = onePerson(parameters);
	const question = askedText(parameters);
	const { text, ...form } = parameters.refusedAs('message', question, () =>
		shownWith(choices, checkWithoutPlaces(question)),
	);
	return {
		message: { source: sender, to: { people: [person], lists: [] }, text, links: [] },
		conversation: { phone: person.phone, sender, ...form },
	};
}

function onePerson(parameters: Parameters): Recipient {
	const people = peopleOf(parameters);
	const [person] = people;
	if (person && people.length === 1) return person;
	throw parameters.refusal(
		'phones',
		`has ${people.length} numbers, and an SMS reply is awaited of one; give each number an item of its own`,
	);
}

/** The question with its choices. */
function shownWith(choices: string[] | undefined, question: string): { text: string } & ReplyForm {
	const { text, isNumbered } = withChoices(checkMessage(question), choices ?? []);
	checkMessage(text, 'with the choices');
	if (text.includes(LINK_PLACE)) {
		throw new InputError('has a placeholder for a link, and an SMS reply has no link; take it out');
	}
	return { text, question: text, ...(choices && { choices, isNumbered }) };
}

/**
 * The choices to compare replies with; undefined if there are none.
 * @throws InputError
 */
function readReplyChoices(value: unknown): string[] | undefined {
	if (value === '') return undefined;
	if (isEmpty(value))
		throw new InputError('is empty; enter at least 2 choices, or clear the field');
	const choices = readChoices(value);
	if (choices.length >= 2) return choices;
	throw new InputError('is a single choice; enter at least 2, each on a line of its own');
}

/** Refuses a sender in letters, which nobody can reply to. */
function checkReadSender(value: string): string {
	const name = checkSender(value);
	if (canBeRepliedTo(name)) return name;
	throw new InputError(
		`is a name ("${name}") that nobody can reply to; choose a number that receives messages`,
	);
}
