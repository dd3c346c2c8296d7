import type { IDataObject } from 'n8n-workflow';

import { checkFilledIn, InputError } from '../../../../gateway/checks';
import { textWithoutLink } from '../../../answers/answerLink';
import type { Page, PageWay } from '../../../answers/question';
import type { Parameters } from '../../parameters';
import { readChoices, readFormFields } from './formFields';

/** The page behind the link of a question. */
export function askedPage(parameters: Parameters, sender: string): Page {
	const way = parameters.get<PageWay>('responseType');
	return {
		way,
		sender,
		title: parameters.checkedOption('pageTitle', text) ?? '',
		message: textWithoutLink(parameters.withLinkPlace(text(parameters.get('message')))),
		...(way === 'approval'
			? parameters.checked('approvalOptions', approvalButtons)
			: { confirmLabel: parameters.checkedOption('sendButtonLabel', text) ?? '' }),
		...(way === 'form' && { fields: parameters.checked('formFields', readFormFields) }),
	};
}

/** More buttons are too many to choose from on a phone. */
const MOST_CHOICES = 10;

function approvalButtons({ values = {} }: { values?: IDataObject }): Partial<Page> & {
	confirmLabel: string;
} {
	if (values.approvalType === 'choices') {
		const choices = readChoices(values.choices);
		if (choices.length >= 2 && choices.length <= MOST_CHOICES) return { confirmLabel: '', choices };
		throw new InputError(
			`has ${choices.length} choices; enter 2 to ${MOST_CHOICES}, each on a line of its own`,
		);
	}
	const confirmLabel = checkFilledIn(text(values.approveLabel));
	return values.approvalType === 'double'
		? { confirmLabel, declineLabel: checkFilledIn(text(values.disapproveLabel)) }
		: { confirmLabel };
}

const text = (value: unknown): string => String(value ?? '').trim();
