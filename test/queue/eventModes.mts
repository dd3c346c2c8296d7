import type { SavedWorkflow, WorkflowFile } from '../../demo/n8nRest.mts';
import { textMe } from '../e2e/harness/byHand.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	pollTrigger,
	pushTrigger,
} from '../e2e/harness/triggerWorkflow.mts';
import { startCollector, type Collector } from './collector.mts';
import type { QueueN8n } from './queueN8n.mts';

type EventMode = 'push' | 'polling';

/** A workflow that reports every event, and then texts the person with the event as idempotency key. */
export interface Receiver {
	mode: EventMode;
	workflow: SavedWorkflow;
	collector: Collector;
	timesTexted: (phone: string, event: string) => number;
}

const EVENTS = ['incomingMessage'];

export async function createReceivers({
	rest,
	sandbox,
	webhookUrl,
}: QueueN8n): Promise<Receiver[]> {
	const credential = await createTextMeCredential(rest, sandbox);
	const receivers: Receiver[] = [];
	const triggers = [
		['push', pushTrigger('incoming', { events: EVENTS })],
		['polling', pollTrigger(credential, { events: EVENTS })],
	] as const;
	for (const [mode, trigger] of triggers) {
		const collector = await startCollector();
		const workflow = await activated(rest, receiving(mode, trigger, collector.url, credential));
		receivers.push({
			mode,
			workflow,
			collector,
			timesTexted: (phone, event) => sandbox.timesSent(phone, `${mode}: ${event}`),
		});
	}
	sandbox.registerPush({ feed: 'incoming', url: `${webhookUrl}/webhook/incoming` });
	return receivers;
}

function receiving(
	name: EventMode,
	trigger: WorkflowFile['nodes'][number],
	collectorUrl: string,
	credential: { id: string; name: string },
): WorkflowFile {
	const report = {
		...callNode(
			'Report',
			`=${collectorUrl}/?event={{ $json.message }}&execution={{ $execution.id }}`,
		),
		position: [200, 0] as [number, number],
	};
	const answer = textMe(
		'Answer',
		credential,
		{
			phones: '={{ $json.phone }}',
			message: `=${name}: {{ $json.message }}`,
			options: { idempotencyKey: '={{ $json.eventId }}' },
		},
		{ position: [200, 200] },
	);
	// The trigger leads to both; n8n runs the upper one first.
	const targets = [report, answer].map(({ name: node }) => ({ node, type: 'main', index: 0 }));
	return {
		name,
		nodes: [trigger, report, answer],
		connections: { [trigger.name]: { main: [targets] } },
		settings: { executionOrder: 'v1' },
	};
}
