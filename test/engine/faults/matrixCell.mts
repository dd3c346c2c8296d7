import type { Effect, Outcome } from '../../../gateway/replies/status';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import {
	callName,
	parametersOf,
	runOptionsOf,
	type OperationCall,
} from '../harness/operationCalls.mts';
import { brokenProxy } from '../harness/connectProxy.mts';
import { runNode, type NodeResult } from '../harness/runNode.mts';
import { onWait } from '../harness/noWaits.mts';
import { bePatient, withSoonTimeouts } from '../harness/soonTimeouts.mts';
import type { Encoding } from '../harness/useSandbox.mts';
import { broken, type BrokenWay } from './brokenNetwork.mts';
import type { FaultRow } from './faultRows.mts';

export type MatrixRun = Awaited<ReturnType<typeof runCell>>;

export interface Trial {
	row: FaultRow;
	call: OperationCall;
	effect: Effect;
	encoding: Encoding;
	/** Whether the fault stays, or is gone at the second try. */
	lasts: boolean;
	elsewhere: string;
}

/** Seconds: a slow machine must be able to answer. */
const PATIENCE = 600;

export async function runCell(sandbox: Sandbox, trial: Trial) {
	const { row, call, effect, encoding, lasts, elsewhere } = trial;
	sandbox.reset();
	sandbox.freezeClock();
	const parameters = await parametersOf(call, sandbox, { timeout: PATIENCE });
	const { fault } = row;
	let way: BrokenWay | undefined;
	if ('network' in fault) way = await broken(fault, sandbox.baseUrl);
	else if ('proxy' in fault) way = await brokenProxy(fault.proxy, sandbox.baseUrl);
	else sandbox.addFault({ location: elsewhere, ...fault, times: lasts ? 0 : 1 });
	const before = { request: sandbox.requests().at(-1)?.id ?? 0, ...sandbox.counters() };
	let waits = 0;
	const onePause = async (ms: number) => {
		// On a busy machine, the node may give n8n a turn.
		if (ms === 0) return;
		waits++;
		if (lasts) return;
		bePatient();
		await way?.mend();
	};
	const { account, ...options } = runOptionsOf(call, sandbox);
	const baseUrl = way?.baseUrl ?? sandbox.baseUrl;
	const credentials = { username: account.username, apiToken: account.token, baseUrl, encoding };
	const attempt = () =>
		onWait.run(onePause, () => runNode({ parameters, credentials, ...options }));
	try {
		const result = await (row.timesOut ? withSoonTimeouts(attempt) : attempt());
		const cell = {
			call: callName(call),
			effect,
			encoding,
			lasts,
			...outcomeOf(result),
			/** Complete requests at the gateway. */
			arrived: sandbox.requests().filter(({ id }) => id > before.request).length,
			tries: waits + 1,
			/** Messages that the gateway accepted. */
			messages: sandbox.counters().messages - before.messages,
		};
		return { cell, items: result.items };
	} finally {
		await way?.close();
	}
}

/** `said` is the error's message, without the item and the sentence about its outcome. */
function outcomeOf({ error }: NodeResult): { outcome: 'result' | Outcome; said: string } {
	if (!error) return { outcome: 'result', said: '' };
	const { outcome } = error.context as { outcome?: Outcome };
	if (outcome === undefined) throw error;
	return { outcome, said: error.message.replace(/(;.*)? \[item \d+\]$/, '') };
}
