import type { WorkflowFile } from '../demo/n8nRest.mts';
import { writeTime } from '../sandbox/israelTime.mts';
import { node, workflowOf } from '../test/e2e/harness/triggerWorkflow.mts';

/** One way to receive the service's pushes. Add a row for a new one. */
export interface TriggerContestant {
	id: string;
	name: string;
	type: string;
	/** The parameters of a node at `/webhook/<path>`. */
	parameters: (path: string) => Record<string, unknown>;
	push: () => string;
}

let pushes = 0;

/** Always a new event, because a duplicate would be cheaper for a trigger. */
const numbered = () => {
	const index = pushes++;
	return { index, date: writeTime(Date.now(), 'second'), phone: `97250${1_000_000 + index}` };
};

/** A delivery report as the service pushes it. */
function report(): string {
	const { index, date, phone } = numbered();
	return new URLSearchParams({
		external_id: `n8n-3f9a2c-1042-0-${index}-0`,
		status: '102',
		he_message: 'הגיע ליעד',
		en_message: 'Delivered',
		date,
		phone,
		operaor: 'Pelephone',
		shipment_id: String(900_000 + index),
	}).toString();
}

/** A text as the service pushes it. */
function text(): string {
	const { index, date, phone } = numbered();
	const message = `Yes, see you at ten (${index})`;
	return new URLSearchParams({ message, date, phone, dest: '972559000100' }).toString();
}

/** n8n's own Webhook node, with all of n8n's shortcuts for it, comes first: the others are compared with it. */
export const triggers: TriggerContestant[] = [
	{
		id: 'webhook',
		name: "n8n's Webhook, Respond Immediately",
		type: 'n8n-nodes-base.webhook',
		parameters: (path) => ({ path, httpMethod: 'POST', responseMode: 'onReceived', options: {} }),
		push: report,
	},
	{
		id: 'together',
		name: 'TextMe Trigger',
		type: 'n8n-nodes-textme.textMeTrigger',
		parameters: (path) => ({ events: ['deliveryReport'], more: { path } }),
		push: report,
	},
	{
		id: 'each',
		name: 'TextMe Trigger, one execution for each event',
		type: 'n8n-nodes-textme.textMeTrigger',
		parameters: (path) => ({ events: ['incomingMessage'], more: { path } }),
		push: text,
	},
];

export function triggerWorkflow({ id, type, parameters }: TriggerContestant): WorkflowFile {
	const trigger = node('Push', type, parameters(id), { typeVersion: 2, webhookId: id });
	const then = node('Then', 'n8n-nodes-base.noOp');
	return workflowOf(id, [trigger], [then], { saveDataSuccessExecution: 'none' });
}
