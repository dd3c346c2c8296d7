import type { INode } from 'n8n-workflow';
import { recipes } from './readRecipes.mts';

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

/** Pixels that a line of a note takes in n8n. A character of its font has 6.9 at most. */
function heightOf(line: string, width: number): number {
	if (line.startsWith('#')) return 41;
	const isListed = /^\d+\. /.test(line);
	const pixels = line.replace(/\*\*|`/g, '').length * 6.9;
	const rows = Math.ceil(pixels / (width - (isListed ? 46 : 26)));
	return isListed ? rows * 18.2 + 3.5 : rows * 18.9 + 8;
}

const notes = recipes.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ type }) => type.endsWith('.stickyNote'))
		.map((note) => [file, note, nodes] as const),
);

test.each(notes)('shows its note whole, above the nodes: %s', (_, note, nodes) => {
	const [x, y] = note.position;
	const [width, height] = [Number(note.parameters.width), Number(note.parameters.height)];
	const lines = (note.parameters.content as string).split('\n').filter(Boolean);
	const needed = lines.reduce((all, line) => all + heightOf(line, width), 18);
	expect(height).toBeGreaterThanOrEqual(needed);
	const below = nodes.filter((node) => node !== note && node.position[0] < x + width);
	expect(Math.min(...below.map(({ position }) => position[1]))).toBeGreaterThan(y + height);
});

test.each([
	[/\.emailSend"/, /credential for your mail server/],
	[/"smsReply"/, /a number( of yours)? that receives messages/],
])('says what the nodes of a recipe need: %s', (nodes, need) => {
	const needing = recipes
		.map(([, recipe]) => JSON.stringify(recipe))
		.filter((one) => nodes.test(one));
	expect(needing.length).toBeGreaterThan(1);
	expect(needing.filter((one) => !need.test(one))).toEqual([]);
});

test.each(recipes)('writes its texts and examples in one language: %s', (_, { nodes }) => {
	const texts = nodes
		.flatMap(({ parameters }) => [parameters.message, parameters.jsonOutput] as string[])
		.join('\n')
		.replace(/\{\{.*?\}\}|"\w+":/g, '');
	const scripts = [/\p{Script=Hebrew}/u, /\p{Script=Latin}/u].filter((one) => one.test(texts));
	expect(scripts.length).toBeLessThanOrEqual(1);
});

test('texts me at a number that nobody of the examples has', () => {
	const all = recipes.flatMap(([, { nodes }]) => nodes);
	const mine = all
		.filter(({ name, parameters }) => /\bme\b|manager/.test(name) && parameters.phones)
		.map(({ parameters }) => parameters.phones);
	expect(new Set(mine)).toEqual(new Set(['053-777-8899']));
	const examples = all.filter(({ type }) => type.endsWith('.set'));
	expect(JSON.stringify(examples)).not.toContain(mine[0]);
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
