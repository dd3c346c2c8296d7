import { HOUR } from '../../../gateway/dates';
import { Bounded, SLOTS } from '../../memory/slots';
import { toolCall } from '../agent/toolCall';
import type { Run } from '../run/run';

/**
 * What the passes of a loop, or the calls of a model, have sent. Each is a run of its own, but limits count over all of them. A
 * rehearsal has a count of its own.
 */
function kept(run: Run): Record<string, number> {
	return (run.passes()[run.rehearsal === undefined ? 'messages' : 'ofRehearsal'] ??= {});
}

const runIndex = ({ context }: Run) => context.getWorkflowDataProxy(0).$runIndex as number;

/** The messages of earlier passes, or of earlier calls of a model. */
export function messagesBefore(run: Run): number {
	const own = passOf(run);
	const all: Array<[string, number]> = run.withoutExecution
		? [...callsOfHour(run)].map(([call, { messages }]) => [call, messages])
		: Object.entries(kept(run));
	return all.reduce((sum, [pass, messages]) => (pass === own ? sum : sum + messages), 0);
}

/** Notes how many messages this pass or call sends, has sent, or may have sent. */
export function noteMessages(run: Run, messages: number): void {
	const own = passOf(run);
	if (run.withoutExecution) callsOfHour(run).set(own, { at: Date.now(), messages });
	else kept(run)[own] = messages;
}

function passOf(run: Run): string {
	if (run.withoutExecution) return run.runId;
	return run.isTool ? toolCall(run.context) : String(runIndex(run));
}

type Calls = Map<string, { at: number; messages: number }>;

/** n8n keeps nothing between calls without an execution, but the process does. */
const CALLS = new Bounded<Calls>(SLOTS.calls.most);

function callsOfHour({ account }: Run): Calls {
	const name = JSON.stringify([account?.baseUrl, account?.username]);
	const calls: Calls = CALLS.get(name) ?? new Map<string, { at: number; messages: number }>();
	CALLS.set(name, calls);
	for (const [call, { at }] of calls) if (at <= Date.now() - HOUR) calls.delete(call);
	return calls;
}
