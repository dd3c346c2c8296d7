import { writeTime } from '../sandbox/israelTime.mts';
import type { WorkflowFile } from '../demo/n8nRest.mts';
import type { Engine } from './results.mts';

/** One way to receive the service's pushes. A new one is a row here. */
export interface TriggerContestant {
	id: string;
	name: string;
	node: { type: string; typeVersion: number };
	/** The parameters of a node at `/webhook/<path>`. */
	parameters: (path: string) => Record<string, unknown>;
	/** The engines it runs with; all when left out. */
	engines?: Engine[];
}

/** The contestant that starts one execution for many pushes. */
export const GROUPS = 'textme-trigger-groups';

export const triggers: TriggerContestant[] = [
	{
		id: 'webhook',
		name: "n8n's Webhook, Respond Immediately",
		node: { type: 'n8n-nodes-base.webhook', typeVersion: 2 },
		parameters: (path) => ({ path, httpMethod: 'POST', responseMode: 'onReceived', options: {} }),
	},
	{
		id: 'webhook-1',
		// A push costs a trigger two isolates. From version 2 on, n8n's own Webhook node needs only one of them.
		name: "n8n's Webhook, version 1",
		node: { type: 'n8n-nodes-base.webhook', typeVersion: 1 },
		parameters: (path) => ({ path, httpMethod: 'POST', responseMode: 'onReceived', options: {} }),
		engines: ['default'],
	},
	{
		id: 'textme-trigger',
		name: 'TextMe Trigger',
		node: { type: 'n8n-nodes-textme.textMeTrigger', typeVersion: 1 },
		parameters: (path) => ({ events: ['deliveryReport'], more: { path } }),
	},
	{
		id: 'textme-trigger-repeats',
		name: 'TextMe Trigger, repeats let through',
		node: { type: 'n8n-nodes-textme.textMeTrigger', typeVersion: 1 },
		parameters: (path) => ({ events: ['deliveryReport'], more: { path, repeatsForHours: 0 } }),
		engines: ['default', 'legacy'],
	},
	{
		id: GROUPS,
		name: 'TextMe Trigger, events that come together',
		node: { type: 'n8n-nodes-textme.textMeTrigger', typeVersion: 1 },
		parameters: (path) => ({
			events: ['deliveryReport'],
			executions: 'together',
			more: { path },
		}),
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
	const then = isSlow
		? { type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 2, unit: 'seconds' } }
		: { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return {
		name,
		nodes: [
			{
				id: `${name}-trigger`,
				name: 'Push',
				position: [0, 0],
				webhookId: name,
				...contestant.node,
				parameters: contestant.parameters(name),
			},
			{ id: `${name}-then`, name: 'Then', position: [200, 0], ...then },
		],
		connections: { Push: { main: [[{ node: 'Then', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	};
}
