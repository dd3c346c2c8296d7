import type { BrowserContext } from 'playwright-core';
import type { N8nRest, SavedWorkflow, WorkflowFile } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { ScriptedModel } from '../../../demo/scriptedModel.mts';
import type { Mailbox } from './mailbox.mts';
import type { Outside } from './outside.mts';

export type ByNode = Record<string, Record<string, unknown>>;

export interface Kit {
	rest: N8nRest;
	sandbox: Sandbox;
	/** n8n's address. */
	url: string;
	/** The browser of the person who fills in forms. */
	browser: BrowserContext;
	outside: Outside;
	mailbox: Mailbox;
	/** Replaces the agents' language model. */
	model: ScriptedModel;
	/** The recipe, after the changes that its reader has to make. */
	workflow: (change?: (nodes: ByNode) => void) => Promise<SavedWorkflow>;
}

/** Asks until the answer is good. The error contains the last answer. */
export async function eventually<T>(
	ask: () => T | Promise<T>,
	isGood: (answer: T) => boolean,
): Promise<T> {
	let answer!: T;
	const last = () => JSON.stringify(answer);
	await until(async () => isGood((answer = await ask())), {
		progress: last,
		inVain: () => `In vain: ${isGood.toString()}. The last answer: ${last()}`,
	});
	return answer;
}

/** The texts that people got. Until its delivery is decided, a text to an opted-out person looks sent. */
export async function textsOf({ sandbox }: Pick<Kit, 'sandbox'>, ...phones: string[]) {
	await eventually(
		() => sandbox.messages({ state: 'accepted' }),
		({ length }) => length === 0,
	);
	const textsTo = (phone: string) =>
		sandbox
			.conversation(phone)
			.filter(({ direction }) => direction === 'to handset')
			.map(({ text }) => text);
	return Object.fromEntries(phones.map((phone) => [phone, textsTo(phone)]));
}

/** The results of a workflow's executions, oldest first, once there are `count`. */
export async function endings({ rest }: Pick<Kit, 'rest'>, { id }: { id: string }, count: number) {
	const found = await eventually(
		() => rest.executions(id),
		({ length }) => length >= count,
	);
	const ended = await Promise.all(found.map((execution) => rest.ended(execution.id)));
	return ended
		.sort((one, other) => Number(one.id) - Number(other.id))
		.map(({ status, data }) => [status, data.resultData.lastNodeExecuted]);
}

/** The nodes that have run in a workflow's executions so far. */
export async function nodesRun({ rest }: Pick<Kit, 'rest'>, { id }: { id: string }) {
	const executions = await rest.executions(id);
	const ended = await Promise.all(executions.map((execution) => rest.ended(execution.id)));
	return [...new Set(ended.flatMap(({ data }) => Object.keys(data.resultData.runData)))];
}

/** A recipe after the changes that its reader has to make. */
export function changed(
	{ name, nodes, connections, settings = {} }: SavedWorkflow,
	change: Parameters<Kit['workflow']>[0],
): WorkflowFile {
	const copy = structuredClone({ name, nodes, connections, settings });
	change?.(Object.fromEntries(copy.nodes.map((node) => [node.name, node.parameters])));
	return copy;
}
