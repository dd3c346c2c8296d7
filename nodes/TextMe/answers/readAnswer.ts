import type { IDataObject } from 'n8n-workflow';

import type { Page } from './question';

/** Characters of an answer in free text. Our own limit: what a person writes on a phone is shorter. */
export const MAX_ANSWER_CHARACTERS = 2000;

/** Values of the page's buttons. */
export const CONFIRM = 'confirm';
export const DECLINE = 'decline';

export interface Answer {
	/** In the shape of n8n's own nodes. */
	data: IDataObject;
	outcome: 'approved' | 'disapproved' | 'answered';
}

/** Why a form holds no answer. The page is then shown again, and what was written with it. */
export interface Rejected {
	reason: 'undecided' | 'empty' | 'tooLong';
	text: string;
}

/** What the form of the page was sent with. Only its body counts: whatever fetches a link must decide nothing. */
export function readAnswer(page: Page, body: unknown): Answer | Rejected {
	const form = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	return page.way === 'approval' ? readDecision(page, form) : readText(form);
}

function readDecision({ declineLabel }: Page, { decision }: Record<string, unknown>) {
	const approved: Answer = { data: { approved: true }, outcome: 'approved' };
	const disapproved: Answer = { data: { approved: false }, outcome: 'disapproved' };
	if (decision === CONFIRM) return approved;
	if (decision === DECLINE && declineLabel !== undefined) return disapproved;
	return { reason: 'undecided', text: '' } as const;
}

function readText(form: Record<string, unknown>): Answer | Rejected {
	// Forms send line breaks as CR LF, which `maxlength` of a page counts as one.
	const text = typeof form.text === 'string' ? form.text.replaceAll('\r\n', '\n').trim() : '';
	if (text === '') return { reason: 'empty', text };
	if (text.length > MAX_ANSWER_CHARACTERS) return { reason: 'tooLong', text };
	return { data: { text }, outcome: 'answered' };
}
