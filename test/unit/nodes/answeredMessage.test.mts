import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { RunParameters } from '../../../nodes/TextMe/parameters/runParameters';
import { Parameters } from '../../../nodes/TextMe/parameters/parameters';

const TRIGGER = { name: 'Trigger', type: 'n8n-nodes-textme.textMeTrigger' };

/** Events of strangers, in a run of Reply behind the trigger. Counts how often an event's phone is read. */
function run(count: number) {
	let reads = 0;
	const events = Array.from({ length: count }, (_, n) => ({
		event: 'incomingMessage',
		get phone() {
			reads++;
			return `x${n}${'-'.repeat(900)}`;
		},
	}));
	const items = events.map((json) => ({ json: json as IDataObject }));
	const context = {
		getNode: () => ({ name: 'Reply', type: 'n8n-nodes-textme.textMe', parameters: {} }),
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: '1' }),
		getExecuteData: () => ({ source: { main: [{ previousNode: TRIGGER.name }] } }),
		getParentNodes: () => [TRIGGER],
		getWorkflowDataProxy: (index: number) => ({
			$: () => ({ isExecuted: true, all: () => items, item: items[index] }),
			$runIndex: 0,
		}),
	} as unknown as IExecuteFunctions;
	const parameters = new RunParameters(context, undefined, () => []);
	const answered = events.map(
		(event, n) => new Parameters(parameters, n, event as IDataObject, false).answered,
	);
	return { answered, events, reads };
}

test('reads each event of a run a few times, however many strangers sent', () => {
	const { answered, events, reads } = run(500);
	expect(answered).toEqual(events.map((message) => ({ message })));
	expect(reads / events.length).toBeLessThan(20);
});
