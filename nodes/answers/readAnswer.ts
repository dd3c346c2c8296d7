import type { IDataObject } from 'n8n-workflow';

import type { SentBack, SentForm } from './form';
import { entered, MAX_ANSWER_CHARACTERS, readForm } from './form';
import type { Page, PageWay } from './question';

/** Values of the page's buttons. The value of a choice is its index. */
export const CONFIRM = 'confirm';
export const DECLINE = 'decline';

export interface Answer {
	/** In the shape of n8n's own nodes. */
	data: IDataObject;
	outcome: 'approved' | 'disapproved' | 'answered';
}

/** Why a form holds no answer. The page is then shown again with its entries. */
export interface Rejected {
	reason: 'undecided' | 'empty' | 'tooLong' | 'faulty';
	text: string;
	/** The entries and faults of a custom form. */
	sentBack?: SentBack;
}

/** Reads a submitted form. Only the body counts: a program that fetches the link must not decide anything. */
export function readAnswer(page: Page, body: unknown): Answer | Rejected {
	const form = (typeof body === 'object' && body !== null ? body : {}) as SentForm;
	if (isTooLarge(page, form)) return { reason: 'tooLong', text: '' };
	return READERS[page.way](page, form);
}

/**
 * Whether a form holds more than a person can have entered. Anybody with the link can submit a form as large as n8n accepts,
 * again and again, so this stops reading at the limit.
 */
function isTooLarge({ fields = [] }: Page, form: SentForm): boolean {
	// Twice as many: a line break counts as two, and a text that is only somewhat too long is shown again, to be shortened.
	let left = (fields.length + 1) * 2 * MAX_ANSWER_CHARACTERS;
	for (const name in form) {
		const value = form[name];
		left -= name.length + (typeof value === 'string' ? value.length : 1);
		if (left < 0) return true;
	}
	return false;
}

const READERS: Readonly<Record<PageWay, (page: Page, form: SentForm) => Answer | Rejected>> = {
	approval: readDecision,
	freeText: readText,
	form: readFields,
};

/** The input of the reason for declining. */
export const REASON = 'reason';

function readDecision(page: Page, form: SentForm): Answer | Rejected {
	const { declineLabel, choices } = page;
	const { decision } = form;

	if (choices) {
		const choice = choices.find((_, place) => decision === String(place));
		if (choice !== undefined) return { data: { choice }, outcome: 'answered' };
	} else {
		if (decision === CONFIRM) return { data: { approved: true }, outcome: 'approved' };
		if (decision === DECLINE && declineLabel !== undefined) {
			const reason = page.asksReason ? entered(form, REASON) : '';
			if (reason.length > MAX_ANSWER_CHARACTERS) return { reason: 'tooLong', text: reason };
			const data = { approved: false, ...(reason && { chatInput: reason }) };
			return { data, outcome: 'disapproved' };
		}
	}
	return { reason: 'undecided', text: '' };
}

function readText(_: Page, form: SentForm): Answer | Rejected {
	const text = entered(form, 'text');
	if (text === '') return { reason: 'empty', text };
	if (text.length > MAX_ANSWER_CHARACTERS) return { reason: 'tooLong', text };
	return { data: { text }, outcome: 'answered' };
}

function readFields({ fields = [] }: Page, form: SentForm): Answer | Rejected {
	const { data, faults } = readForm(fields, form);
	if (Object.keys(faults).length === 0) return { data, outcome: 'answered' };
	return { reason: 'faulty', text: '', sentBack: { form, faults } };
}
