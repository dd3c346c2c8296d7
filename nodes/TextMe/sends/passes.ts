import { HOUR } from '../../../gateway/dates';
import { toolCall } from '../agent/toolCall';
import type { Run } from '../run/run';

/**
 * What the passes of a loop, or the calls of a model, have sent. Each is a run of its own, but limits count over all of them. Kept
 * in the node's context, as the journal is, and apart from that of a rehearsal.
 */
interface Passes {
	/** The messages of each pass or call that has a limit. */
	messages: Record<string, number>;
}

const NOTHING = (): Passes => ({ messages: {} });

function kept({ context, withoutExecution, rehearsal }: Run): Passes {
	if (withoutExecution) return NOTHING();
	const name = rehearsal === undefined ? 'passes' : 'passesOfRehearsal';
	return (context.getContext('node')[name] ??= NOTHING()) as Passes;
}

const runIndex = ({ context }: Run) => context.getWorkflowDataProxy(0).$runIndex as number;

/** The messages of earlier passes, or of earlier calls of a model. */
export function messagesBefore(run: Run): number {
	const own = passOf(run);
	const all: Array<[string, number]> = run.withoutExecution
		? [...callsOfHour(run)].map(([call, { messages }]) => [call, messages])
		: Object.entries(kept(run).messages);
	return all.reduce((sum, [pass, messages]) => (pass === own ? sum : sum + messages), 0);
}

/** Notes how many messages this pass or call sends, has sent, or may have sent. */
export function noteMessages(run: Run, messages: number): void {
	const own = passOf(run);
	if (run.withoutExecution) callsOfHour(run).set(own, { at: Date.now(), messages });
	else kept(run).messages[own] = messages;
}

function passOf(run: Run): string {
	if (run.withoutExecution) return run.runId;
	return run.isTool ? toolCall(run.context) : String(runIndex(run));
}

/** What calls without an execution have sent in the last hour, by account. n8n keeps nothing between them, but the process does. */
const CALLS = new Map<string, Map<string, { at: number; messages: number }>>();

function callsOfHour({ account }: Run) {
	const name = JSON.stringify([account?.baseUrl, account?.username]);
	const calls = CALLS.get(name) ?? new Map<string, { at: number; messages: number }>();
	CALLS.set(name, calls);
	for (const [call, { at }] of calls) if (at <= Date.now() - HOUR) calls.delete(call);
	return calls;
}
