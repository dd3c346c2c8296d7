import { HOUR } from '../../../gateway/values/dates';
import { runOf } from '../../answers/answerLink';
import { Bounded, SLOTS } from '../../memory/slots';
import type { Run } from '../run/run';

/** The messages sent by this node in the execution: a loop, or a model's calls, run it several times, and limits count all runs. */
const countsOfRuns = (run: Run): Record<string, number> => (run.sentCounts().messages ??= {});

/** The messages of earlier runs in this execution, or of a model's earlier calls. */
export function messagesBefore(run: Run): number {
	const own = ownName(run);
	const all: Array<[string, number]> = run.withoutExecution
		? [...callsOfHour(run)].map(([call, { messages }]) => [call, messages])
		: Object.entries(countsOfRuns(run));
	return all.reduce((sum, [pass, messages]) => (pass === own ? sum : sum + messages), 0);
}

/** Records how many messages this run or call sends, has sent, or may have sent. */
export function noteMessages(run: Run, messages: number): void {
	const own = ownName(run);
	if (run.withoutExecution) callsOfHour(run).set(own, { at: Date.now(), messages });
	else countsOfRuns(run)[own] = messages;
}

/** Calls of an AI Agent of version 2 may share a run index. */
function ownName({ withoutExecution, runId, call, context }: Run): string {
	if (withoutExecution) return runId;
	return call ? (call.approval ?? call.id) : String(runOf(context));
}

type Calls = Map<string, { at: number; messages: number }>;

/** Without an execution, n8n stores nothing between calls, so we count in memory. */
const CALLS = new Bounded<Calls>(SLOTS.calls.most);

function callsOfHour({ account }: Run): Calls {
	const name = JSON.stringify([account?.baseUrl, account?.username]);
	const calls: Calls = CALLS.get(name) ?? new Map<string, { at: number; messages: number }>();
	CALLS.set(name, calls);
	for (const [call, { at }] of calls) if (at <= Date.now() - HOUR) calls.delete(call);
	return calls;
}
