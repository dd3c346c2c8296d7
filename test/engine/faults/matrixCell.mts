import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Effect } from '../../../gateway/replies/status';
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

export interface MatrixCell {
	call: string;
	effect: Effect;
	encoding: Encoding;
	/** Whether the fault stays, or is gone at the second try. */
	lasts: boolean;
	outcome: 'result' | 'rejected' | 'unknown';
	/** Complete requests at the gateway. */
	arrived: number;
	tries: number;
	/** Messages that the gateway accepted. */
	messages: number;
	/** The error's message, without the item and the sentence about its outcome. */
	said: string;
}

export interface MatrixRun {
	cell: MatrixCell;
	items: INodeExecutionData[];
}

export interface Trial {
	row: FaultRow;
	call: OperationCall;
	effect: Effect;
	encoding: Encoding;
	lasts: boolean;
	elsewhere: string;
}

/** Seconds: a slow machine must be able to answer. */
const PATIENCE = 600;

export async function runCell(sandbox: Sandbox, trial: Trial): Promise<MatrixRun> {
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
	const attempt = () =>
		onWait.run(onePause, () =>
			runAgainst(sandbox, trial, parameters, way?.baseUrl ?? sandbox.baseUrl),
		);
	try {
		const result = await (row.timesOut ? withSoonTimeouts(attempt) : attempt());
		const cell = {
			call: callName(call),
			effect,
			encoding,
			lasts,
			...outcomeOf(result),
			arrived: sandbox.requests().filter(({ id }) => id > before.request).length,
			tries: waits + 1,
			messages: sandbox.counters().messages - before.messages,
		};
		return { cell, items: result.items };
	} finally {
		await way?.close();
	}
}

async function runAgainst(
	sandbox: Sandbox,
	{ call, encoding }: Trial,
	parameters: INodeParameters,
	baseUrl: string,
): Promise<NodeResult> {
	const { account, ...options } = runOptionsOf(call, sandbox);
	const credentials = { username: account.username, apiToken: account.token, baseUrl, encoding };
	return await runNode({ parameters, credentials, ...options });
}

function outcomeOf({ error }: NodeResult): Pick<MatrixCell, 'outcome' | 'said'> {
	if (!error) return { outcome: 'result', said: '' };
	const { outcome } = error.context as Partial<Pick<MatrixCell, 'outcome'>>;
	if (outcome === undefined) throw error;
	return { outcome, said: error.message.replace(/(;.*)? \[item \d+\]$/, '') };
}
