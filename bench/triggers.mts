import type { WorkflowFile } from '../demo/n8nRest.mts';
import { writeTime } from '../sandbox/israelTime.mts';
import { node, workflowOf } from '../test/e2e/harness/triggerWorkflow.mts';

/** One way to receive the service's pushes. A new one is a row here. */
export interface TriggerContestant {
	id: string;
	name: string;
	type: string;
	/** The parameters of a node at `/webhook/<path>`. */
	parameters: (path: string) => Record<string, unknown>;
}

/** n8n's own node, with all the shortcuts that n8n has for it. */
export const WEBHOOK = 'webhook';
/** The contestant that starts one execution for many pushes. */
export const TOGETHER = 'textme-trigger';
/** The contestant that starts an execution for each push, as the Webhook does. */
export const EACH = 'textme-trigger-each';

const events = ['deliveryReport'];

/** The Webhook comes first, since the others are measured by it. */
export const triggers: TriggerContestant[] = [
	{
		id: WEBHOOK,
		name: "n8n's Webhook, Respond Immediately",
		type: 'n8n-nodes-base.webhook',
		parameters: (path) => ({ path, httpMethod: 'POST', responseMode: 'onReceived', options: {} }),
	},
	{
		id: TOGETHER,
		name: 'TextMe Trigger',
		type: 'n8n-nodes-textme.textMeTrigger',
		parameters: (path) => ({ events, more: { path } }),
	},
	{
		id: EACH,
		name: 'TextMe Trigger, one execution for each event',
		type: 'n8n-nodes-textme.textMeTrigger',
		parameters: (path) => ({ events, executions: 'each', more: { path } }),
	},
];

let pushes = 0;

/** A delivery report as the service pushes it. Each one is new, since a trigger takes repeats more cheaply. */
export function push(): string {
	const index = pushes++;
	return new URLSearchParams({
		external_id: `n8n-3f9a2c-1042-0-${index}-0`,
		status: '102',
		he_message: 'הגיע ליעד',
		en_message: 'Delivered',
		date: writeTime(Date.now(), 'second'),
		phone: `97250${1_000_000 + index}`,
		operaor: 'Pelephone',
		shipment_id: String(900_000 + index),
	}).toString();
}

export const workflowName = ({ id }: TriggerContestant, isSlow: boolean) =>
	`${id}-${isSlow ? 'slow' : 'quick'}`;

/** A quick workflow does nothing with a push, a slow one takes two seconds. */
export function triggerWorkflow(contestant: TriggerContestant, isSlow: boolean): WorkflowFile {
	const name = workflowName(contestant, isSlow);
	const { type, parameters } = contestant;
	const trigger = node('Push', type, parameters(name), { typeVersion: 2, webhookId: name });
	const then = isSlow
		? node(
				'Then',
				'n8n-nodes-base.wait',
				{ amount: 2, unit: 'seconds' },
				{ typeVersion: 1.1, webhookId: `${name}-wait` },
			)
		: node('Then', 'n8n-nodes-base.noOp');
	return workflowOf(name, [trigger], [then], { saveDataSuccessExecution: 'none' });
}
