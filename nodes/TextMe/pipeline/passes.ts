import { toolCall } from '../agent/toolCall';
import type { Run } from './run';

/**
 * What the passes of a loop have sent, by run index. Each pass is a run of its own, but limits count over all of them. Kept in the node's context, as the journal is, and apart from that of a rehearsal. Models have a limit of their own.
 */
interface Passes {
	/** The messages of each pass that has a limit. */
	messages: Record<number, number>;
	/** How many texts each person got, by phone and pass, or call of a model. */
	people?: Record<string, Record<string, number>>;
}

const NOTHING = (): Passes => ({ messages: {} });

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
