import type { IDataObject } from 'n8n-workflow';

import type { Page } from './question';

/** Values of the page's buttons. A choice's value is its index. */
export const CONFIRM = 'confirm';
export const DECLINE = 'decline';

/** Characters of a reason. Our own limit: people write less on a phone. */
export const MAX_REASON_CHARACTERS = 2000;

export interface Answer {
	/** The answer, in the form of n8n's own nodes that wait for one. */
	data: IDataObject;
	outcome: 'approved' | 'disapproved' | 'answered';
}

/** Why a form has no valid answer. The page is shown again with the text that was written. */
export interface Rejected {
	why: 'undecided' | 'tooLong';
	written: string;
}

/**
 * Reads a submitted form. Only the body counts: a program that fetches the link must not decide anything. Looks at the page's own
 * inputs only: anybody with the link can send millions of others, and only to list them takes seconds.
 */
export function readAnswer(page: Page, body: unknown): Answer | Rejected {
	const { choices, declineLabel, asksReason } = page;
	const { decision, reason } = (body ?? {}) as Record<string, unknown>;
	const choice = choices?.find((_, place) => decision === String(place));
	if (choice !== undefined) return { data: { choice }, outcome: 'answered' };
	if (!choices && decision === CONFIRM) return { data: { approved: true }, outcome: 'approved' };
	const written = asksReason && typeof reason === 'string' ? writtenIn(reason) : '';
	if (written.length > MAX_REASON_CHARACTERS) {
		// Gives back a text that is slightly too long, to be shortened.
		return { why: 'tooLong', written: written.slice(0, 2 * MAX_REASON_CHARACTERS) };
	}
	if (choices || decision !== DECLINE || declineLabel === undefined) {
		return { why: 'undecided', written };
	}
	const data = { approved: false, ...(written && { chatInput: written }) };
	return { data, outcome: 'disapproved' };
}

/** Forms send a line break as CR LF, which `maxlength` counts as one character. */
const writtenIn = (text: string) => text.replaceAll('\r\n', '\n').trim();
