import type { BrowserContext } from 'playwright-core';
import type { N8nRest, SavedWorkflow, WorkflowFile } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { ScriptedModel } from '../../../demo/scriptedModel.mts';
import type { Mailbox } from './mailbox.mts';
import type { Outside } from './outside.mts';

/** The parameters of the nodes of a workflow, by the names of the nodes. */
export type ByNode = Record<string, Record<string, unknown>>;

/** What a recipe is tried with. */
export interface Kit {
	rest: N8nRest;
	sandbox: Sandbox;
	/** The address of n8n. */
	url: string;
	/** The browser of the person who fills in the forms. */
	browser: BrowserContext;
	outside: Outside;
	mailbox: Mailbox;
	/** Stands in for the language model of the agents. */
	model: ScriptedModel;
	/** The recipe, with what its reader is told to change. */
	workflow: (change?: (nodes: ByNode) => void) => Promise<SavedWorkflow>;
}

/** Asks until the answer is good. An error has the last one. */
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

/** The texts people got. Until its delivery is decided, one to somebody who has opted out looks as if it were on its way. */
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

/** How the executions of a workflow ended, the oldest first, when there are so many of them. */
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

/** The nodes that have run in the executions of a workflow so far. What comes together runs in one execution. */
export async function nodesRun({ rest }: Pick<Kit, 'rest'>, { id }: { id: string }) {
	const executions = await rest.executions(id);
	const ended = await Promise.all(executions.map((execution) => rest.ended(execution.id)));
	return [...new Set(ended.flatMap(({ data }) => Object.keys(data.resultData.runData)))];
}

/** A recipe with what its reader is told to change. */
export function changed(
	{ name, nodes, connections, settings = {} }: SavedWorkflow,
	change: Parameters<Kit['workflow']>[0],
): WorkflowFile {
	const copy = structuredClone({ name, nodes, connections, settings });
	change?.(Object.fromEntries(copy.nodes.map((node) => [node.name, node.parameters])));
	return copy;
}
