import { toolCall } from '../agent/toolCall';
import type { Text } from '../../sending/text';
import { textKey } from '../../sending/text';
import type { Run } from './run';

/**
 * What the passes of a loop have sent, by run index. Each pass is a run of its own, but limits and duplicates count over all
 * of them. Kept in the node's context, as the journal is, and apart from that of a rehearsal. Models have a limit of their own.
 */
interface Passes {
	/** The messages of each pass that has a limit. */
	messages: Record<number, number>;
	/** The texts that each contact list got (see `textKey`), and the pass that was the first to send them. */
	lists: Record<string, Record<string, number>>;
	/** How many texts each person got, by phone and pass, or call of a model. */
	people?: Record<string, Record<string, number>>;
}

const NOTHING = (): Passes => ({ messages: {}, lists: {} });

function kept({ context, withoutExecution, rehearsal }: Run): Passes {
	if (withoutExecution) return NOTHING();
	const name = rehearsal === undefined ? 'passes' : 'passesOfRehearsal';
	return (context.getContext('node')[name] ??= NOTHING()) as Passes;
}

const runIndex = ({ context }: Run) => context.getWorkflowDataProxy(0).$runIndex as number;

const passesOf = (run: Run) =>
	run.isTool ? { passes: NOTHING(), own: 0 } : { passes: kept(run), own: runIndex(run) };

/** The messages of earlier passes. */
export function messagesBefore(run: Run): number {
	const { passes, own } = passesOf(run);
	return Object.entries(passes.messages).reduce(
		(sum, [pass, count]) => (Number(pass) === own ? sum : sum + count),
		0,
	);
}

/** Notes how many messages of this pass were sent, or may have been. */
export function noteMessages(run: Run, messages: number): void {
	const { passes, own } = passesOf(run);
	passes.messages[own] = messages;
}

/** How many texts people got in an execution: in other passes and calls, and in this one, whose count is noted. */
export function peopleOf(run: Run) {
	const people = (kept(run).people ??= {});
	const own = run.isTool ? toolCall(run.context) : String(runIndex(run));
	return {
		before: (phone: string): number =>
			Object.entries(people[phone] ?? {}).reduce(
				(sum, [pass, texts]) => (pass === own ? sum : sum + texts),
				0,
			),
		note: (phone: string, texts: number): void => {
			(people[phone] ??= {})[own] = texts;
		},
	};
}

/** The texts that earlier passes have sent to a contact list. */
export function textsBefore(run: Run, list: string): string[] {
	const { passes, own } = passesOf(run);
	return Object.entries(passes.lists[list] ?? {}).flatMap(([text, pass]) =>
		pass === own ? [] : text,
	);
}

/** Notes the texts that went to contact lists, or may have. */
export function noteLists(run: Run): void {
	const sent = run.fates.sent().filter(({ to }) => 'list' in to);
	if (sent.length === 0) return;
	const { passes, own } = passesOf(run);
	for (const text of sent) {
		if ('list' in text.to) (passes.lists[text.to.list] ??= {})[withoutTime(text)] ??= own;
	}
}

/** The text to a contact list that an earlier pass has sent to it. */
export const isSentBefore = (run: Run, text: Text): boolean =>
	'list' in text.to && textsBefore(run, text.to.list).includes(withoutTime(text));

/** Leaves out the time, which sending hours change from pass to pass. */
const withoutTime = (text: Text): string =>
	textKey({ ...text, settings: { ...text.settings, timing: '' } });
