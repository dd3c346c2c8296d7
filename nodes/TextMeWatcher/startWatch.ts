import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hint } from '../TextMe/hint';
import { runStep } from './runStep';
import type { Watch } from './watch';
import { noFindings, subjectOf } from './watch';
import { watchedOutput } from './watchedOutput';

/** Begins a watch: what comes out of it will take the place of what is returned here. */
export async function startWatch(
	context: IExecuteFunctions,
	watch: Watch,
): Promise<INodeExecutionData[]> {
	const execution = context.getExecuteData();
	try {
		const { waitTill, data } = await runStep(context, 'supervise', { ...watch });
		if (!waitTill) return data[0] ?? [];
	} catch (error) {
		// The messages are sent: whatever stands in the way of the wait must not make them look as if they were not.
		const { message } = error as Error;
		const trouble = `${subjectOf(watch)} could not be waited for: ${message}`;
		hint(context, trouble);
		return watchedOutput(watch, { ...noFindings(), trouble }, watch.since);
	}
	const output = watchedOutput(watch, noFindings(), watch.since);
	// What n8n passes on when it goes on without the watcher's result, as when a person retries a wait that was stopped.
	execution.data = { ...execution.data, main: [output] };
	// Nothing that fails: "Retry On Fail" would begin a second watch.
	return output.filter(({ json }) => json.error === undefined);
}
