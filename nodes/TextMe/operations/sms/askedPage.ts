import { checkChoice, InputError } from '../../../../gateway/values/checks';
import { textWithoutLink } from '../../../answers/answerLink';
import type { Page, PageWay } from '../../../answers/question';
import type { Parameters } from '../../parameters/parameters';
import { readChoices, readFormFields } from './formFields';
import { approveLabel, disapproveLabel } from './responseFields';

/**
 * The page behind a question's link.
 * @param asked the question, with a placeholder for the link
 */
export function askedPage(
	parameters: Parameters,
	way: PageWay,
	sender: string,
	asked: string,
): Page {
	return {
		way,
		sender,
		message: textWithoutLink(asked),
		...(way === 'approval' && {
			...approvalButtons(parameters),
			asksReason: parameters.isHumanReview,
		}),
		...(way === 'form' && { fields: parameters.checked('formFields', readFormFields) }),
	};
}

/** More buttons are too many for a phone's screen. */
const MAX_CHOICES = 10;

const APPROVAL_TYPES = ['double', 'single', 'choices'];

function approvalButtons(
	parameters: Parameters,
): Pick<Page, 'confirmLabel' | 'declineLabel' | 'choices'> {
	const type = parameters.checked('approvalType', (value: string) =>
		checkChoice(value, APPROVAL_TYPES),
	);
	if (type === 'choices') {
		return { choices: parameters.checked('choices', readButtons) };
	}
	const confirmLabel = parameters.option(approveLabel) ?? '';
	return type === 'double'
		? { confirmLabel, declineLabel: parameters.option(disapproveLabel) ?? '' }
		: { confirmLabel };
}

function readButtons(value: unknown): string[] {
	const choices = readChoices(value);
	if (choices.length >= 2 && choices.length <= MAX_CHOICES) return choices;
	throw new InputError(
		`has ${choices.length} choices; enter 2 to ${MAX_CHOICES}, each on a line of its own`,
	);
}
