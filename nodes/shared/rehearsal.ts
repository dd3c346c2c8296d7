import { counted } from '../../gateway/counts';
import type { GatewayTree } from '../../gateway/tree';
import { normalizePhone } from '../../gateway/phone';
import { rehearse } from '../../gateway/rehearsal';
import type { ListSizes, Rehearsed } from '../../gateway/rehearsal';
import type { GatewayContext } from './request';

/** The field of the credential that turns a rehearsal on. */
export const REHEARSAL_FIELD = "'Send Everything to This Phone' in the credential";

/** What became of a request in a rehearsal. */
export interface Rehearsal extends Pick<Rehearsed, 'sent' | 'left'> {
	phone: string;
	sizes: ListSizes;
}

/** The most texts, calls and codes that a run sends to the one phone. The others are only checked. */
const MAX_IN_A_RUN = 10;

/** How many messages a node has sent, by its context in the execution. Outside an execution, by the context of the call. */
const SENT = new WeakMap<object, number>();

/**
 * The phone that everything goes to; `undefined` when this is no rehearsal.
 * @throws InputError for anything but a phone number
 */
export function rehearsalPhone({
	rehearsalPhone: written,
}: {
	rehearsalPhone?: unknown;
}): string | undefined {
	const text = String(written ?? '').trim();
	return text === '' ? undefined : normalizePhone(text, { international: true });
}

/** The request as it goes out, with as many texts as the run may still send. */
export function rehearseInRun(
	context: GatewayContext,
	root: string,
	body: GatewayTree,
	phone: string,
	sizes: ListSizes,
): Rehearsed {
	const isExecuted = 'getContext' in context && context.getExecutionId();
	const run = isExecuted ? context.getContext('node') : context;
	const before = SENT.get(run) ?? 0;
	const rehearsed = rehearse(root, body, phone, MAX_IN_A_RUN - before, sizes);
	SENT.set(run, before + rehearsed.sent);
	return rehearsed;
}

/** The request of a check while it is not known whether the test address sends: the same as that of a send. */
export const rehearseCheck = (root: string, body: GatewayTree, phone: string): Rehearsed =>
	rehearse(root, body, phone, MAX_IN_A_RUN);

/** Sentences with the known sizes of contact lists. */
export const sizeNotes = (lists: readonly string[], sizes: ListSizes): string[] =>
	lists.flatMap((list) => {
		const size = sizes.get(list);
		return size === undefined ? [] : `Contact list ${list} has ${counted(size, 'contact')}.`;
	});

/** What became of a send in a rehearsal, as a sentence. */
export function rehearsalNote({ phone, sent, left }: Omit<Rehearsal, 'sizes'>): string {
	if (sent + left === 0) return `Rehearsal: ${phone} stands in for this number.`;
	if (left === 0) return `Rehearsal: this went to ${phone} instead.`;
	return sent === 0
		? `Rehearsal: this went to nobody, because ${MAX_IN_A_RUN} messages of this run have gone to ${phone}.`
		: `Rehearsal: ${sent} of ${sent + left} went to ${phone} instead, the others to nobody.`;
}

/** Says above the output of a run that it is a rehearsal. */
export const rehearsalHint = (phone: string): string =>
	`Rehearsal: everything goes to ${phone}. To send to people, empty ${REHEARSAL_FIELD}.`;
