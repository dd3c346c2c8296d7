import type { IDataObject } from 'n8n-workflow';

import type { Fault, SentForm } from './form';
import { entered, inputName, MAX_ANSWER_CHARACTERS, readForm } from './form';
import type { Page, PageWay } from './question';

/** Values of the page's buttons. A choice's value is its index. */
export const CONFIRM = 'confirm';
export const DECLINE = 'decline';

/** Inputs for a free text, and for the reason to decline. */
export const TEXT = 'text';
export const REASON = 'reason';

export interface Answer {
	/** The answer, in the form of n8n's own nodes that wait for one. */
	data: IDataObject;
	outcome: 'approved' | 'disapproved' | 'answered';
}

/** Why a form has no valid answer. The page is shown again with its entries. */
export interface Rejected {
	reason: 'undecided' | 'empty' | 'tooLong' | 'faulty';
	form: SentForm;
	/** By field index. */
	faults?: Readonly<Record<number, Fault>>;
}

/** Reads a submitted form. Only the body counts: a program that fetches the link must not decide anything. */
export function readAnswer(page: Page, body: unknown): Answer | Rejected {
	const sent = (typeof body === 'object' && body !== null ? body : {}) as SentForm;
	// Only the page's own inputs: anybody with the link can send millions of others, and only to list them takes seconds.
	const names = ['decision', TEXT, REASON, ...(page.fields ?? []).map((_, at) => inputName(at))];
	const form = Object.fromEntries(names.map((name) => [name, sent[name]]));
	if (isTooLarge(page, form)) return { reason: 'tooLong', form: {} };
	return READERS[page.way](page, form);
}

/** Whether a form contains more than a person can have entered. Stops at the limit. */
function isTooLarge({ fields = [] }: Page, form: SentForm): boolean {
	// Twice the limit: a line break counts as two characters, and a slightly long text should be shown again to be shortened.
	let left = (fields.length + 1) * 2 * MAX_ANSWER_CHARACTERS;
	for (const value of Object.values(form)) {
		for (const text of (Array.isArray(value) ? value : [value ?? '']) as unknown[]) {
			// A page sends only texts. A program may send nested lists without end, so anything else counts as too large. A million
			// empty texts take time, too.
			left -= typeof text === 'string' ? 1 + text.length : Infinity;
			if (left < 0) return true;
		}
	}
	return false;
}

const isTooLong = (text: string) => text.length > MAX_ANSWER_CHARACTERS;

const READERS: Readonly<Record<PageWay, (page: Page, form: SentForm) => Answer | Rejected>> = {
	approval({ choices, declineLabel, asksReason }, form) {
		const { decision } = form;
		if (choices) {
			const choice = choices.find((_, place) => decision === String(place));
			return choice === undefined
				? { reason: 'undecided', form }
				: { data: { choice }, outcome: 'answered' };
		}
		if (decision === CONFIRM) return { data: { approved: true }, outcome: 'approved' };
		if (decision !== DECLINE || declineLabel === undefined) return { reason: 'undecided', form };
		const reason = asksReason ? entered(form, REASON) : '';
		if (isTooLong(reason)) return { reason: 'tooLong', form };
		const data = { approved: false, ...(reason && { chatInput: reason }) };
		return { data, outcome: 'disapproved' };
	},
	freeText(_, form) {
		const text = entered(form, TEXT);
		if (text === '') return { reason: 'empty', form };
		return isTooLong(text) ? { reason: 'tooLong', form } : { data: { text }, outcome: 'answered' };
	},
	form({ fields = [] }, form) {
		const { data, faults } = readForm(fields, form);
		const isValid = Object.keys(faults).length === 0;
		return isValid ? { data, outcome: 'answered' } : { reason: 'faulty', form, faults };
	},
};
