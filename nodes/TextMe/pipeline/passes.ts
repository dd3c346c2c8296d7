import type { Outgoing } from '../options/message';
import { textKey } from '../options/message';
import type { Member } from './batches';
import { changed } from './batches';
import type { Run } from './execute';

/**
 * What the passes of a loop have sent, by run index. Each pass is a run of its own, but limits and duplicates count over all
 * of them. Kept in the node's context, as the journal is. Models have a limit of their own.
 */
interface Passes {
	/** The messages of each pass that has a limit. */
	messages: Record<number, number>;
	/** The texts that each contact list got (see `textKey`), and the pass that was the first to send them. */
	lists: Record<string, Record<string, number>>;
}

function passesOf({ context, isTool, withoutExecution }: Run): { passes: Passes; own: number } {
	const nothing: Passes = { messages: {}, lists: {} };
	if (isTool || withoutExecution) return { passes: nothing, own: 0 };
	const passes = (context.getContext('node').passes ??= nothing) as Passes;
	return { passes, own: context.getWorkflowDataProxy(0).$runIndex as number };
}

/** Adds the messages of a run to those of earlier passes, unless the sum is more than `most`. Returns the sum. */
export function countMessages(run: Run, messages: number, most: number): number {
	const { passes, own } = passesOf(run);
	const before = Object.entries(passes.messages).reduce(
		(sum, [pass, count]) => (Number(pass) === own ? sum : sum + count),
		0,
	);
	if (before + messages <= most) passes.messages[own] = messages;
	return before + messages;
}

/** The texts that earlier passes have sent to a contact list. */
export function textsBefore(run: Run, list: string): string[] {
	const { passes, own } = passesOf(run);
	return Object.entries(passes.lists[list] ?? {}).flatMap(([text, pass]) =>
		pass === own ? [] : text,
	);
}

/** Notes the texts that went to contact lists, or may have. */
export function noteLists(run: Run, members: Member[]): void {
	const { passes, own } = passesOf(run);
	for (const { itemIndex, outgoing, common } of members) {
		if (!outgoing || common.validateOnly || !run.ledger.mayHaveSent(itemIndex)) continue;
		const text = textOf(outgoing, common.onBehalfOf);
		for (const list of outgoing.lists) (passes.lists[list] ??= {})[text] ??= own;
	}
}

/** The members without the contact lists that an earlier pass has sent the same text to. */
export function withoutListsBefore(run: Run, members: Member[]): Member[] {
	const { operation, ledger } = run;
	return members.flatMap((member) => {
		const { outgoing, settings, care, common } = member;
		if (!outgoing || care?.duplicates === 'sendAll') return member;
		const text = textOf(outgoing, common.onBehalfOf);
		const lists = outgoing.lists.filter((list) => !textsBefore(run, list).includes(text));
		if (lists.length === outgoing.lists.length) return member;
		const people = [...outgoing.people];
		if (people.length + lists.length > 0) {
			const entry: unknown = operation.withRecipients?.(member.entry as never, { people, lists });
			return changed(operation, member, { entry, settings });
		}
		ledger.skipItem(member, 'duplicate', { reason: TEXTED_BEFORE });
		return [];
	});
}

const TEXTED_BEFORE = 'An earlier pass of the loop has sent the same text to this contact list.';

/** Leaves out the time, which steps and sending hours change from pass to pass. */
const textOf = (outgoing: Outgoing, account: string | undefined): string =>
	textKey({ sent: { ...outgoing, timing: '' }, duplicates: 'skipIdentical', account });
