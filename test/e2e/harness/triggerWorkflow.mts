import {
	output,
	type N8nRest,
	type SavedWorkflow,
	type WorkflowFile,
} from '../../../demo/n8nRest.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import { until } from '../../../demo/until.mts';

type Node = WorkflowFile['nodes'][number];

const PUSH_NODE = 'TextMe Trigger';
const POLL_NODE = 'TextMe Polling Trigger';

export const node = (
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<Node> = {},
): Node => ({
	id: name.toLowerCase().replaceAll(' ', '-'),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});

export const webhookNode = (path: string) =>
	node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
		{ typeVersion: 2, webhookId: path },
	);

export const callNode = (name: string, url: string) =>
	node(name, 'n8n-nodes-base.httpRequest', { url, options: {} }, { typeVersion: 4.2 });

export const pushTrigger = (path: string, parameters: Record<string, unknown> = {}) =>
	node(
		PUSH_NODE,
		'n8n-nodes-textme.textMeTrigger',
		{ more: { path }, ...parameters },
		{ webhookId: `id-of-${path}`, typeVersion: 2 },
	);

/** n8n refuses a schedule finer than a minute, but accepts several schedules. */
const EVERY_THREE_SECONDS = Array.from({ length: 20 }, (_, n) => ({
	mode: 'custom',
	cronExpression: `${3 * n} * * * * *`,
}));

export const pollTrigger = (
	credential: { id: string; name: string },
	parameters: Record<string, unknown> = {},
) =>
	node(
		POLL_NODE,
		'n8n-nodes-textme.textMePollingTrigger',
		{ pollTimes: { item: EVERY_THREE_SECONDS }, ...parameters },
		{ credentials: { textMeApi: credential } },
	);

/** Resolves when every workflow has polled at least twice more. */
export async function severalPolls(sandbox: Sandbox, workflows = 2): Promise<void> {
	const before = sandbox.requests().at(-1)?.id ?? 0;
	// The sandbox forgets old requests, so their number may fall.
	const polls = () => sandbox.requests({ root: 'incoming' }).filter(({ id }) => id > before).length;
	await until(() => polls() >= 3 * workflows, { progress: polls });
}

/** Connects every trigger to the first node of `row`, and each node of `row` to the next. */
export function workflowOf(
	name: string,
	triggers: Node[],
	row: Node[] = [],
	settings: Record<string, unknown> = {},
): WorkflowFile {
	const to = (target: Node) => ({ main: [[{ node: target.name, type: 'main', index: 0 }]] });
	const [first] = row;
	const connections = [
		...(first ? triggers.map(({ name: from }) => [from, to(first)]) : []),
		...row.slice(1).map((target, index) => [row[index]?.name, to(target)]),
	];
	return {
		name,
		nodes: [...triggers, ...row],
		connections: Object.fromEntries(connections) as Record<string, unknown>,
		settings: { executionOrder: 'v1', ...settings },
	};
}

export async function activated(rest: N8nRest, workflow: WorkflowFile): Promise<SavedWorkflow> {
	const saved = await rest.createWorkflow(workflow);
	await rest.activate(saved);
	return saved;
}

export interface Outcome {
	status: string;
	mode: string;
	events: Array<Record<string, unknown>>;
}

/**
 * The events of all finished executions of a workflow, oldest first.
 * @param known executions to skip
 */
export async function outcomes(
	rest: N8nRest,
	{ id }: { id: string },
	known = new Map<string, Outcome>(),
): Promise<Outcome[]> {
	const ids = (await rest.executions(id)).map((one) => one.id);
	ids.sort((a, b) => Number(a) - Number(b));
	for (const executionId of ids) {
		if (known.has(executionId)) continue;
		const execution = await rest.ended(executionId);
		known.set(executionId, {
			status: execution.status,
			mode: execution.mode,
			events: [PUSH_NODE, POLL_NODE].flatMap((name) => output(execution, name)),
		});
	}
	return ids.flatMap((executionId) => known.get(executionId) ?? []);
}

/** The events so far, once there are `count`. */
export async function eventsOf(
	rest: N8nRest,
	workflow: { id: string },
	count = 0,
	known = new Map<string, Outcome>(),
) {
	let events: Outcome['events'] = [];
	const look = async () => {
		events = (await outcomes(rest, workflow, known)).flatMap(({ events: some }) => some);
		return events.length >= count ? events : undefined;
	};
	return await until(look, {
		progress: () => events.length,
		inVain: () => `${events.length} of ${count} events came in ${known.size} executions.`,
	});
}

export async function createTextMeCredential(
	rest: N8nRest,
	{ account, baseUrl }: { account: { username: string; token: string }; baseUrl: string },
	more: Record<string, string> = {},
) {
	// Another name than in the recipes: n8n chooses by it when one is pasted.
	const name = 'A TextMe account';
	const { username, token: apiToken } = account;
	const data = { username, apiToken, baseUrl, encoding: 'json', ...more };
	const { id } = await rest.createCredential(name, 'textMeApi', data);
	return { id, name };
}
