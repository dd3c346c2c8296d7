import type { IDataObject } from 'n8n-workflow';

import { checkFilledIn, InputError } from '../../../../gateway/checks';
import { textWithoutLink } from '../../../answers/answerLink';
import type { Page, PageWay } from '../../../answers/question';
import { unlessEmpty } from '../../options/optionGroup';
import type { Parameters } from '../../parameters';
import { readChoices, readFormFields } from './formFields';

const label = unlessEmpty(text);

/** The page behind the link of a question. */
export function askedPage(parameters: Parameters, way: PageWay, sender: string): Page {
	return {
		way,
		sender,
		title: parameters.option('pageTitle', label) ?? '',
		message: textWithoutLink(parameters.markLink(text(parameters.get('message')))),
		...(way === 'approval'
			? parameters.checked('approvalOptions', approvalButtons)
			: { confirmLabel: parameters.option('sendButtonLabel', label) ?? '' }),
		...(way === 'form' && { fields: parameters.checked('formFields', readFormFields) }),
	};
}

/** More buttons are too many to choose from on a phone. */
const MAX_CHOICES = 10;

function approvalButtons({ values = {} }: { values?: IDataObject }): Partial<Page> & {
	confirmLabel: string;
} {
	if (values.approvalType === 'choices') {
		const choices = readChoices(values.choices);
		if (choices.length >= 2 && choices.length <= MAX_CHOICES) return { confirmLabel: '', choices };
		throw new InputError(
			`has ${choices.length} choices; enter 2 to ${MAX_CHOICES}, each on a line of its own`,
		);
	}
	const confirmLabel = checkFilledIn(text(values.approveLabel));
	return values.approvalType === 'double'
		? { confirmLabel, declineLabel: checkFilledIn(text(values.disapproveLabel)) }
		: { confirmLabel };
}

function text(value: unknown): string {
	return String(value ?? '').trim();
}
