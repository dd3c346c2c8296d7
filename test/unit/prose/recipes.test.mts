import { readdirSync, readFileSync } from 'node:fs';
import type { INode, IWorkflowBase } from 'n8n-workflow';

const FOLDER = 'demo/workflows/';
const recipes = readdirSync(FOLDER).map((file): [string, IWorkflowBase] => [
	file,
	JSON.parse(readFileSync(FOLDER + file, 'utf8')) as IWorkflowBase,
]);

interface Send {
	source: string | { value: string };
	message: string;
	options?: { addUnsubscribe?: string; campaignName?: string };
}

/** Every text of the recipes' nodes that text people or estimate the cost. */
const sends = recipes.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ type, parameters }) => /\.textMe$/.test(type) && 'message' in parameters)
		.map(({ name, parameters }) => [file, name, parameters as unknown as Send] as const),
);
const rows = {
	removable: sends.filter(([, , { options }]) => options?.addUnsubscribe === '2'),
	advertising: sends.filter(
		([, , { message, options }]) => /% off/.test(message) || options?.campaignName,
	),
};

test('there are recipes to check', () => {
	expect([rows.removable.length, rows.advertising.length]).toEqual([1, 4]);
});

test.each(recipes)('runs every recipe in the time zone of Israel: %s', (_, { settings }) => {
	expect(settings?.timezone).toBe('Asia/Jerusalem');
});

test.each(rows.removable)('takes replies only for a number: %s, "%s"', (_, __, { source }) => {
	expect(typeof source === 'string' ? source : source.value).toMatch(/^\d+$/);
});

// The law requires both.
test.each(rows.advertising)('advertises by law: %s, "%s"', (_, __, { message, options }) => {
	expect(options?.addUnsubscribe).toMatch(/^[23]$/);
	expect(message).toMatch(/MyShop|^[^%]*$/);
});

test.each(recipes)('names in a note only nodes of the workflow: %s', (_, { nodes }) => {
	const names = nodes.map(({ name }) => name);
	const notes = nodes
		.filter(({ type }: INode) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => parameters.content as string);
	const named = [...notes.join('\n').matchAll(/In \*\*([^*]+)\*\*/g)].map(([, name]) => name);
	expect(named.filter((name) => !names.includes(name ?? ''))).toEqual([]);
});

const lookUps = recipes.filter(([, { nodes }]) =>
	nodes.some(({ parameters }) => parameters.operation === 'getByExternalId'),
);

test.each(lookUps)('looks up only IDs that no earlier text had: %s', (_, { nodes }) => {
	const all = JSON.stringify(nodes);
	const options = nodes.map(({ parameters }) => parameters.options ?? {});
	expect(options.filter((one) => 'externalIds' in (one as object))).toEqual([]);
	expect(all).toContain(
		'Leave **External IDs** out: a report of an earlier text with the same ID would count for this one.',
	);
});

/** The modes of each resource locator. */
const MODES: Record<string, string[]> = {
	source: ['list', 'value'],
	contactList: ['list', 'id'],
	campaignId: ['list', 'id'],
};

const choices = recipes.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ type }) => /\.textMe$/.test(type))
		.flatMap(({ name, parameters }) =>
			Object.entries(MODES).flatMap(([field, modes]) =>
				field in parameters ? [[file, field, name, parameters[field], modes] as const] : [],
			),
		),
);

test.each(choices)('has a mode in the editor: %s, %s of "%s"', (_, __, ___, value, modes) => {
	expect(value).toMatchObject({ __rl: true });
	expect(modes).toContain((value as { mode: string }).mode);
});
