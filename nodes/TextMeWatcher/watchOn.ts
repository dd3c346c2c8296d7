import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { untilNextLook } from '../../gateway/watchPace';
import { look } from './look';
import type { Findings, Wait, Watch } from './watch';
import { isInDoubt, watchedOutput } from './watchedOutput';

/** Looks, unless it is too early for that, and then ends or waits for the next look. */
export async function watchOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [input] = context.getInputData();
	const watch = input?.json as unknown as Watch;
	const findings = findingsOf(context);
	const now = Date.now();
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	if (!isFirst) await look(context, watch, findings, now);

	const open = openWaits(watch, findings, now);
	const output = watchedOutput(watch, findings, now);
	if (open.length === 0 || findings.refused) {
		stopIfInDoubt(context, watch, findings);
		return [[], output];
	}
	// What is scheduled is not looked at before its time.
	const pauses = open.map(({ begin, until }) => {
		const waited = now - begin;
		return Math.max(0, -waited) + untilNextLook(Math.max(0, waited), until - begin);
	});
	await context.putExecutionToWait(new Date(now + Math.min(...pauses)));
	// When n8n is killed in the midst of the next look, it takes this for the result.
	return [output];
}

function findingsOf(context: IExecuteFunctions): Findings {
	const kept = context.getContext('node') as unknown as Partial<Findings>;
	kept.states ??= {};
	return kept as Findings;
}

function openWaits({ items }: Watch, { states }: Findings, now: number): Wait[] {
	return items.flatMap(({ wait }, index) => {
		if (!wait || now >= wait.until) return [];
		return wait.recipients.every((_, place) => states[index]?.[place]?.final) ? [] : [wait];
	});
}

/** Nothing was found out about a send whose answer was lost: the workflow stops with what was said about it then. */
function stopIfInDoubt(context: IExecuteFunctions, watch: Watch, findings: Findings): void {
	const doubt = watch.items.find((item, index) => isInDoubt(item, findings, index));
	if (!doubt || !watch.stopOnDoubt) return;
	throw new NodeOperationError(context.getNode(), String(doubt.json.error), {
		description: String(doubt.json.message),
	});
}
