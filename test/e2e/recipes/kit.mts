import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import type { Execution, N8nRest, SavedWorkflow } from '../../../demo/n8nRest.mts';
import type { ScriptedModel } from '../../../demo/scriptedModel.mts';
import { until } from '../../../demo/until.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { Credential } from '../harness/byHand.mts';
import type { Outside } from './outside.mts';

/** What a recipe is tried with. All but n8n and the browser is its own. */
export interface Kit {
	rest: N8nRest;
	sandbox: Sandbox;
	/** n8n's address. */
	url: string;
	/** Opens the forms of the recipes. */
	browser: BrowserContext;
	outside: Outside;
	/** Stands in for the language model of the agents. */
	model: ScriptedModel;
	/** By type. */
	credentials: Record<string, Credential>;
	/** The recipe as n8n has saved it. */
	recipe: SavedWorkflow;
}

/** A new value, a function of the old value, or changes to an object's fields. */
type Change = string | number | object | ((value: never) => unknown);
/** Changes to a recipe's parameters, by node name. */
export type Changes = Record<string, Record<string, Change>>;

function change(target: Record<string, unknown>, changes: Record<string, Change>) {
	for (const [name, to] of Object.entries(changes)) {
		const is = target[name];
		if (typeof to === 'function') target[name] = (to as (value: unknown) => unknown)(is);
		else if (typeof to === 'object' && typeof is === 'object' && !('values' in to)) {
			change(is as Record<string, unknown>, to as Record<string, Change>);
		} else target[name] = to;
	}
}

/** Replaces `from` by `to` everywhere in a value's JSON. */
export const replaced = (from: string, to: string) => (value: unknown) =>
	JSON.parse(JSON.stringify(value).replaceAll(from, to)) as unknown;

/** A name of letters alone: some recipes leave out everything else. */
export const personName = (n: number) => `Person ${String.fromCharCode(64 + n)}`;

/** The parameters of the recipe's node People. A repeated phone gets the same name. */
export function people(...phones: string[]) {
	const numbers = phones.map((phone) => phone.replaceAll('-', ''));
	const all = phones.map((phone, n) => ({
		name: personName(numbers.indexOf(numbers[n] ?? '') + 1),
		phone,
	}));
	return { People: { jsonOutput: JSON.stringify({ people: all }) } };
}

/** Creates a workflow from the recipe, with new webhook paths and with the changes that its note asks for. */
export async function create({ rest, recipe, credentials }: Kit, changes: Changes = {}) {
	const { name, nodes, connections, settings = {} } = structuredClone(recipe);
	const parameters = new Map(nodes.map((node) => [node.name, node.parameters]));
	for (const [node, some] of Object.entries(changes)) change(parameters.get(node)!, some);
	for (const node of nodes) {
		for (const type in node.credentials) node.credentials[type] = credentials[type]!;
		if (!node.webhookId) continue;
		const path = randomUUID();
		if (node.parameters.path === node.webhookId) node.parameters.path = path;
		node.webhookId = path;
	}
	return await rest.createWorkflow({ name, nodes, connections, settings });
}

/** Starts a recipe by its manual or schedule trigger. Returns the execution's ID. */
export async function start({ rest }: Kit, { id, nodes }: SavedWorkflow): Promise<string> {
	const trigger = nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type));
	return (await rest.run(id, trigger?.name ?? '')).executionId;
}

/** Creates and starts the recipe, and waits until its execution has ended. */
export const ran = async (kit: Kit, changes?: Changes) =>
	await kit.rest.ended(await start(kit, await create(kit, changes)));

/** Publishes the recipe. Returns its trigger's address, and functions to follow its executions. */
export async function live(kit: Kit, changes?: Changes) {
	const { rest, url, sandbox } = kit;
	const workflow = await create(kit, changes);
	await rest.activate(workflow);
	const trigger = workflow.nodes.find(({ type }) => /trigger$|\.webhook$/i.test(type));
	const address = `${url}/${trigger?.type.endsWith('formTrigger') ? 'form' : 'webhook'}/${trigger?.webhookId}`;
	const known = new Map<string, Promise<Execution>>();
	const ended = async () => {
		const executions = (await rest.executions(workflow.id)).reverse();
		for (const { id } of executions) if (!known.has(id)) known.set(id, rest.ended(id));
		return await Promise.all(executions.map(({ id }) => known.get(id)!));
	};
	return {
		address,
		/** Waits for `count` executions. Returns the status and the last node of each, oldest first. */
		endings: async (count: number) => {
			const length = async () => (await rest.executions(workflow.id)).length;
			await until(async () => (await length()) >= count);
			return (await ended()).map(({ status, data }) => [status, data.resultData.lastNodeExecuted]);
		},
		/** The names of all nodes that have run. We cannot count executions, because events that arrive together share one. */
		nodesRun: async () =>
			(await ended()).flatMap(({ data }) => Object.keys(data.resultData.runData)),
		/** Waits until no execution runs. One of a form stays `waiting`, because nobody opens the form's last page. */
		quiet: () =>
			until(async () =>
				(await rest.executions(workflow.id)).every(
					({ status }) => !['new', 'running'].includes(status),
				),
			),
		/** Registers pushes to this recipe. The returned function removes them. */
		listen: (...feeds: Array<'incoming' | 'blocklist'>) => {
			const pushes = feeds.map((feed) => sandbox.registerPush({ feed, url: address }));
			return () => pushes.forEach(({ id }) => sandbox.removePush(id));
		},
	};
}

/** The texts that each phone got. Waits until delivery is decided: until then, a text to somebody who opted out looks sent. */
export async function textsTo({ sandbox }: Kit, ...phones: string[]): Promise<string[][]> {
	await until(() => sandbox.messages({ state: 'accepted' }).length === 0);
	return phones.map((phone) =>
		sandbox
			.conversation(phone)
			.filter(({ direction }) => direction === 'to handset')
			.map(({ text }) => text),
	);
}

/** `count` phone numbers: the prefix, followed by 00, 01, 02 and so on. */
export const row = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, n) => prefix + String(n).padStart(2, '0'));
