// Writes the previews of outputs that n8n's editor shows before the first run (`__schema__`), from the outputs in the engine
// tests. After a run of some of the tests it adds their outputs and keeps the rest. With `--check` it only says whether the
// previews are current.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Resource } from '../nodes/TextMe/operation';
import type { LoggedOutput, LoggedOutputs } from '../test/engine/harness/outputLog.mts';
import { merged, type OutputSchema } from '../test/engine/harness/outputSchema.mts';
import { engineResults } from './engineResults.mts';
import { fail, formatted, isCheck } from './generatedFile.mts';

const NODES = 'nodes';
const FOLDER = '__schema__';
/** n8n looks in a folder named after the node's version, with three numbers. */
const VERSION: Record<string, string> = { textMeTrigger: 'v2.0.0' };
const FIRST_VERSION = 'v1.0.0';
const UNKNOWN = ['other', 'envelope'];
const HOW = 'Run `npm run build`, `npx jest --selectProjects engine` and then `npm run generate`.';

const { resources } = createRequire(import.meta.url)('../dist/nodes/TextMe/operations') as {
	resources: Resource[];
};

const paths = previewPaths();
const schemas = await loggedSchemas();
const isSeen = (path: string) => fieldCount(schemas.get(path)) > 0;
const unseen = paths.filter(({ path }) => !isSeen(path));

const changed = new Map<string, string>();
for (const { path, isAnything } of paths) {
	const schema = schemas.get(path);
	if (!schema || !isSeen(path)) continue;
	const current = await readFile(path, 'utf8').catch(() => undefined);
	const fields = withoutUnknown(isAnything ? alwaysThere(schema) : schema);
	// A partial run has not seen all fields either: existing ones stay.
	const isPartial = unseen.length > 0 && current !== undefined;
	const known = isPartial ? (JSON.parse(current) as OutputSchema) : undefined;
	const text = await written(path, merged(known, fields));
	if (text !== current) changed.set(path, text);
}
const previewed = new Set(paths.map(({ path }) => path));
const stale = (await readdir(NODES, { recursive: true }))
	.filter((path) => path.includes(FOLDER) && path.endsWith('.json'))
	.map((path) => join(NODES, path))
	.filter((path) => !previewed.has(path));

console.log(`${paths.length} previews, ${changed.size} of them new or changed`);
if (unseen.length > 0) {
	fail([...unseen.map(({ path }) => `No test has seen an output for ${path}.`), HOW].join('\n'));
}
if (isCheck) {
	if (changed.size + stale.length > 0)
		fail(['Not current:', ...changed.keys(), ...stale, HOW].join('\n'));
} else {
	for (const path of stale) await rm(path);
	for (const [path, text] of changed) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text);
	}
}

/** Leaves out objects whose fields nobody knows: there is nothing to drag. */
function withoutUnknown({ properties = {}, ...schema }: OutputSchema): OutputSchema {
	const known = Object.entries(properties).filter(([name]) => !UNKNOWN.includes(name));
	return { ...schema, properties: Object.fromEntries(known) };
}

/** The path of the preview of every operation and trigger. */
function previewPaths() {
	const ofOperations = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			path: pathOf({ node: 'textMe', resource: resource.value, operation: operation.value }),
			// A call of any root can have any reply.
			isAnything: typeof operation.root === 'function',
		})),
	);
	const ofTriggers = ['textMeTrigger', 'textMePollingTrigger'].map((node) => ({
		path: pathOf({ node }),
		isAnything: false,
	}));
	return [...ofOperations, ...ofTriggers];
}

function pathOf({
	node,
	resource,
	operation,
}: Pick<LoggedOutput, 'node' | 'resource' | 'operation'>) {
	const folder = join(NODES, node.replace(/^t/, 'T'), FOLDER, VERSION[node] ?? FIRST_VERSION);
	return resource && operation
		? join(folder, resource, `${operation}.json`)
		: join(folder, 'output.json');
}

/** By path of the preview, merged over the test files. The file that saw most fields sets their order. */
async function loggedSchemas(): Promise<Map<string, OutputSchema>> {
	const logged = (await engineResults<LoggedOutputs>('outputs'))
		.flatMap(({ outputs }) => outputs)
		.map(({ schema, ...of }): [path: string, schema: OutputSchema] => [pathOf(of), schema]);
	logged.sort(([, a], [, b]) => fieldCount(b) - fieldCount(a));
	const found = new Map<string, OutputSchema>();
	for (const [path, schema] of logged) found.set(path, merged(found.get(path), schema));
	return found;
}

function fieldCount(schema: OutputSchema | undefined): number {
	return Object.keys(schema?.properties ?? {}).length;
}

function alwaysThere({ type, properties = {}, required = [] }: OutputSchema): OutputSchema {
	const entries = Object.entries(properties).filter(([name]) => required.includes(name));
	return { type, properties: Object.fromEntries(entries) };
}

/** Puts an event's ID last, as in the output: nobody reads it. */
function idLast({ properties = {}, ...schema }: OutputSchema): OutputSchema {
	const { eventId, ...others } = properties;
	return { ...schema, properties: eventId ? { ...others, eventId } : others };
}

/** Without `required`, which the editor does not use. */
async function written(path: string, schema: OutputSchema): Promise<string> {
	const text = JSON.stringify(idLast(schema), (name, value: unknown) =>
		name === 'required' && Array.isArray(value) ? undefined : value,
	);
	return await formatted(path, text);
}
