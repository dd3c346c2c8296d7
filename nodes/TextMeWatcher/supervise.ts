import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { noteQuestions } from './lookForReplies';
import { runStep } from './runStep';
import type { Watched } from './watch';
import { noFindings, subjectOf } from './watch';
import { watchedOutput } from './watchedOutput';
import type { Begun, Looked } from './watchOn';

/** Milliseconds until a look is begun again that could not be begun. */
const BEGIN_AGAIN_AFTER = 60_000;

/** n8n keeps it with the execution, in its database. */
interface Kept extends Watched {
	/** When a look was last begun (milliseconds since 1970). */
	begunAt?: number;
}

/**
 * Lets a sub-execution of its own do the looking, and begins another one when that was cut off: n8n gives up an execution
 * that runs at the moment its process is killed. This one only runs when the other has ended. Only what the gateway refuses
 * ends a wait before its time.
 */
export async function supervise(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const json = context.getInputData()[0]?.json ?? {};
	const kept = context.getContext('node') as unknown as Kept;
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	if (isFirst) Object.assign(kept, { watch: json, findings: noFindings() });
	const { findings, isFinished, error } = (isFirst ? {} : json) as Partial<Looked>;
	kept.findings = findings ?? kept.findings;
	if (error) noteTrouble(kept, error);
	const { watch } = kept;
	if (isFinished || wasLastLook(kept)) return [[], [{ json: { watch, findings: kept.findings } }]];

	try {
		await noteQuestions(context, watch, kept.findings);
		const isAnew = kept.begunAt !== undefined;
		kept.begunAt = Date.now();
		const begun: Begun = { watch, findings: kept.findings, isAnew };
		const { waitTill, data } = await runStep(context, 'look', { ...begun });
		if (!waitTill) return [data[0] ?? []];
	} catch (cause) {
		noteTrouble(kept, (cause as Error).message);
		await context.putExecutionToWait(new Date(Date.now() + BEGIN_AGAIN_AFTER));
	}
	// When n8n is killed in the midst of the next run, it takes this for the result of the wait.
	return [watchedOutput(watch, kept.findings, Date.now())];
}

function noteTrouble({ watch, findings }: Kept, cause: string): void {
	findings.trouble = `${subjectOf(watch)} could not be looked up: ${cause}`;
}

/** What was cut off after the time was up is not begun once more. */
const wasLastLook = ({ watch, begunAt = 0 }: Kept) =>
	watch.items.every(({ wait }) => !wait || begunAt >= wait.until);
