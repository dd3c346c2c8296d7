import type { Sandbox } from '../../sandbox/startSandbox.mts';
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

export interface EventMode {
	name: string;
	pushes?: boolean;
	polls?: boolean;
}

export const EVENT_MODES: EventMode[] = [
	{ name: 'push', pushes: true },
	{ name: 'polling', polls: true },
];

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
	for (const [n, mode] of EVENT_MODES.entries()) {
		const collector = await startCollector();
		const path = `mode-${n}`;
		const triggers = [
			...(mode.pushes ? [pushTrigger(path, { events: EVENTS })] : []),
			...(mode.polls ? [pollTrigger(credential, { events: EVENTS })] : []),
		];
		const workflow = await activated(
			rest,
			receiving(mode.name, triggers, collector.url, credential),
		);
		if (mode.pushes) {
			sandbox.registerPush({ feed: 'incoming', url: `${webhookUrl}/webhook/${path}` });
		}
		receivers.push({ mode, workflow, collector, timesTexted: timesTexted(sandbox, mode) });
	}
	return receivers;
}

const timesTexted = (sandbox: Sandbox, { name }: EventMode) => {
	return (phone: string, event: string) => sandbox.timesSent(phone, `${name}: ${event}`);
};

function receiving(
	name: string,
	triggers: WorkflowFile['nodes'],
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
		nodes: [...triggers, report, answer],
		connections: Object.fromEntries(triggers.map((trigger) => [trigger.name, { main: [targets] }])),
		settings: { executionOrder: 'v1' },
	};
}
