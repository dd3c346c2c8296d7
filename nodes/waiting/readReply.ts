import type { IDataObject } from 'n8n-workflow';

import { choiceIn, codesIn, readCode } from '../../gateway/choices';
import { isCodeOfAnother, placeOfCode } from '../answers/openCodes';
import type { ReplyForm } from '../answers/question';
import type { Question } from './wait';

/** What a reply says to its question, in the shape of an answer by link. */
export interface ReadReply {
	data: IDataObject;
	outcome: 'approved' | 'disapproved' | 'answered';
	/** Whether it has a code of the question, so that it is no answer to another one. */
	isOwn: boolean;
}

/** Reads a reply. Undefined if it decides nothing, since it is nothing but codes of other questions. */
export function readReply(text: string, form: ReplyForm): ReadReply | undefined {
	const { choices, codes, isApproval, asksReason, isNumbered = false } = form;
	if (!codes) {
		const choice = choices && { choice: choiceIn(text, choices, isNumbered) ?? '' };
		return { data: { text, ...choice }, outcome: 'answered', isOwn: false };
	}
	const read = readCode(text, (code) => placeOfCode(codes, code), choices);
	if (!read) return undefined;
	const isOwn = 'place' in read || read.isOwn;
	if (!isApproval) {
		const choice = 'place' in read ? choices?.[read.place] : undefined;
		return { data: { text, choice: choice ?? '' }, outcome: 'answered', isOwn };
	}
	if ('place' in read) return { data: { approved: true }, outcome: 'approved', isOwn };
	const reason = asksReason && text.trim() && { chatInput: text };
	return { data: { approved: false, ...reason }, outcome: 'disapproved', isOwn };
}

/** Whether a reply has the code of another question. Words behind a code may still answer a question without codes. */
export function isForAnother(text: string, { phone, codes }: Question): boolean {
	const read = readCode(text, (code) => (isCodeOfAnother(code, phone, codes?.id) ? 0 : -1));
	return read !== undefined && ('place' in read || (codes !== undefined && read.isOwn));
}

/** The most different codes that a phone may reply with and that no open question to it has. More are guesses. */
const MAX_WRONG_CODES = 3;

/** Notes the codes of a reply that are of no open question to the phone. Returns a text in place of too many, which declines. */
export function guessIn(text: string, { phone, codes }: Question, wrong: Set<string>) {
	if (!codes) return undefined;
	for (const code of codesIn(text)) {
		const isOpen = placeOfCode(codes, code) >= 0 || isCodeOfAnother(code, phone, codes.id);
		if (!isOpen) wrong.add(code);
	}
	return wrong.size > MAX_WRONG_CODES
		? `Somebody tried codes of no open question: ${[...wrong].join(', ')}`
		: undefined;
}

/** The data of a question that nobody answered. */
export const noReply = ({ choices, isApproval }: ReplyForm): IDataObject =>
	isApproval ? { approved: false } : { text: '', ...(choices && { choice: '' }) };
