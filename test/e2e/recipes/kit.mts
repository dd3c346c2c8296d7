import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import type { N8nRest, SavedWorkflow } from '../../../demo/n8nRest.mts';
import type { ScriptedModel } from '../../../demo/scriptedModel.mts';
import { until } from '../../../demo/until.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { Outside } from './outside.mts';

/** What recipes are tried with. */
export interface Kit {
	rest: N8nRest;
	sandbox: Sandbox;
	/** The address of n8n. */
	url: string;
	/** The browser of the person who fills in the forms. */
	browser: BrowserContext;
	outside: Outside;
	/** Stands in for the language model of the agents. */
	model: ScriptedModel;
	openAiApi: { id: string; name: string };
	/** As they were pasted into the editor, by name of the file. */
	pasted: Map<string, SavedWorkflow>;
}

/** Another value, one made of the value that is there, or changes of what an object holds. */
type Change = string | number | object | ((value: never) => unknown);
/** By the names of the nodes. */
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

/** With a part of its text replaced. */
export const replaced = (from: string, to: string) => (value: unknown) =>
	JSON.parse(JSON.stringify(value).replaceAll(from, to)) as unknown;

/** The People of a recipe, as its JSON. Whoever is in the list twice has one name. */
export function people(...phones: string[]) {
	const numbers = phones.map((phone) => phone.replaceAll('-', ''));
	const all = phones.map((phone, n) => ({
		name: `Person ${numbers.indexOf(numbers[n] ?? '') + 1}`,
		phone,
	}));
	return { People: { jsonOutput: JSON.stringify({ people: all }) } };
}

/** A recipe with what its reader is told to change. */
export async function create(
	{ rest, pasted, openAiApi }: Kit,
	name: string,
	changes: Changes = {},
) {
	const { nodes, connections, settings = {} } = structuredClone(pasted.get(name)!);
	const parameters = new Map(nodes.map((node) => [node.name, node.parameters]));
	for (const [node, some] of Object.entries(changes)) change(parameters.get(node)!, some);
	for (const node of nodes) {
		// A person chooses the credential of the model.
		if (node.credentials?.openAiApi) node.credentials.openAiApi = openAiApi;
		if (!node.webhookId) continue;
		const path = randomUUID();
		if (node.parameters.path === node.webhookId) node.parameters.path = path;
		node.webhookId = path;
	}
	return await rest.createWorkflow({ name, nodes, connections, settings });
}

/** Starts a recipe by hand, also one with a schedule. */
export async function start({ rest }: Kit, { id, nodes }: SavedWorkflow): Promise<string> {
	const trigger = nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type));
	return (await rest.run(id, trigger?.name ?? '')).executionId;
}

/** A recipe that was started by hand and has ended. */
export const ran = async (kit: Kit, name: string, changes?: Changes) =>
	await kit.rest.ended(await start(kit, await create(kit, name, changes)));

/** A recipe that is published, and the address of its trigger. */
export async function live(kit: Kit, name: string, changes?: Changes) {
	const { rest, url, sandbox } = kit;
	const workflow = await create(kit, name, changes);
	await rest.activate(workflow);
	const trigger = workflow.nodes.find(({ type }) => /trigger$|\.webhook$/i.test(type));
	const address = `${url}/${trigger?.type.endsWith('formTrigger') ? 'form' : 'webhook'}/${trigger?.webhookId}`;
	const ended = async () => {
		const executions = (await rest.executions(workflow.id)).reverse();
		return await Promise.all(executions.map(({ id }) => rest.ended(id)));
	};
	return {
		address,
		/** How its executions ended, the oldest first, once there are so many. */
		endings: async (count: number) => {
			const length = async () => (await rest.executions(workflow.id)).length;
			await until(async () => (await length()) >= count);
			return (await ended()).map(({ status, data }) => [status, data.resultData.lastNodeExecuted]);
		},
		/** The nodes that have run so far. What comes together runs in one execution. */
		nodesRun: async () =>
			(await ended()).flatMap(({ data }) => Object.keys(data.resultData.runData)),
		/** Waits until nothing runs. The end of a form waits for somebody who opens it. */
		quiet: () =>
			until(async () =>
				(await rest.executions(workflow.id)).every(
					({ status }) => !['new', 'running'].includes(status),
				),
			),
		/** Has the service push to it. The returned function ends that. */
		listen: (...feeds: Array<'incoming' | 'blocklist'>) => {
			const pushes = feeds.map((feed) => sandbox.registerPush({ feed, url: address }));
			return () => pushes.forEach(({ id }) => sandbox.removePush(id));
		},
	};
}

/** The texts people got. Until its delivery is decided, one to somebody who has opted out looks as if it were on its way. */
export async function textsTo({ sandbox }: Kit, ...phones: string[]): Promise<string[][]> {
	await until(() => sandbox.messages({ state: 'accepted' }).length === 0);
	return phones.map((phone) =>
		sandbox
			.conversation(phone)
			.filter(({ direction }) => direction === 'to handset')
			.map(({ text }) => text),
	);
}

/** So many numbers in a row. */
export const row = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, n) => prefix + String(n).padStart(2, '0'));
