// Writes the previews of outputs that n8n's editor shows before the first run (`__schema__`), from the engine tests' outputs.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resources } from '../nodes/TextMe/operations';
import type { LoggedOutput, LoggedOutputs } from '../test/engine/harness/outputLog.mts';
import { merged, type OutputSchema } from '../test/engine/harness/outputSchema.mts';
import { engineResults } from './engineResults.mts';
import { fail, formatted, keepCurrent } from './generatedFile.mts';

type Output = Omit<LoggedOutput, 'schema'>;

const FOLDER = '__schema__';
/** n8n looks in a folder named after the node's version, with three numbers. */
const VERSION: Record<string, string> = { textMeTrigger: 'v2.0.0' };
const FIRST_VERSION = 'v1.0.0';
const UNKNOWN = ['other', 'envelope'];
/** Where rows of a send have what is no column. */
const DETAILS = 'details';
/** A raw request can return anything, so its preview shows only what is always there. */
const ANYTHING = 'custom';

const outputs: Output[] = [
	...resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation }) => ({ node: 'textMe', resource, operation })),
	),
	{ node: 'textMeTrigger' },
	{ node: 'textMePollingTrigger' },
];
const schemas = await loggedSchemas();
const paths = new Set(outputs.map(pathOf));
for (const path of await writtenPaths()) if (!paths.has(path)) await keepCurrent(path, undefined);
for (const output of outputs) {
	const path = pathOf(output);
	const isAnything = output.resource === ANYTHING;
	const logged = schemas.get(path);
	const seen = logged && shownOf(logged, isAnything);
	const written = await readFile(path, 'utf8').then(
		(text) => JSON.parse(text) as OutputSchema,
		() => undefined,
	);
	// A single test sees only part of an operation's fields, so we add to the existing preview and keep its order.
	const shown = written && (isAnything || !seen) ? written : seen && merged(written, seen);
	if (process.argv.includes('--check')) compare(path, written, seen);
	else if (!shown) fail(`No test has seen an output for ${path}.`);
	else await keepCurrent(path, await formatted(path, JSON.stringify(shown, used)));
}

/** The editor ignores which fields are required. */
function used(name: string, value: unknown) {
	return name === 'required' && Array.isArray(value) ? undefined : value;
}

async function writtenPaths(): Promise<string[]> {
	return (await readdir('nodes', { recursive: true }))
		.filter((path) => path.includes(FOLDER) && path.endsWith('.json'))
		.map((path) => join('nodes', path));
}

/** After a run of all tests, a preview must have exactly the fields that they saw. */
function compare(path: string, written: OutputSchema | undefined, seen: OutputSchema | undefined) {
	const [shown, met] = [written, seen].map((schema) => (schema ? fieldsOf(schema) : []));
	const missing = met!.filter((field) => !shown!.includes(field));
	const unmet = shown!.filter((field) => !met!.includes(field));
	if (missing.length > 0) fail(`${path} lacks ${missing.join(', ')}.`);
	if (unmet.length > 0) {
		fail(`${path} has what no test has seen: ${unmet.join(', ')}. If it is gone, delete it there.`);
	}
}

function fieldsOf({ properties = {}, items }: OutputSchema, way = ''): string[] {
	return [
		...(items ? fieldsOf(items, `${way}[]`) : []),
		...Object.entries(properties).flatMap(([name, field]) => [
			`${way}.${name}`.replace(/^\./, ''),
			...fieldsOf(field, `${way}.${name}`),
		]),
	];
}

function pathOf({ node, resource, operation }: Output): string {
	const folder = join('nodes', node.replace(/^t/, 'T'), FOLDER, VERSION[node] ?? FIRST_VERSION);
	return resource && operation
		? join(folder, resource, `${operation}.json`)
		: join(folder, 'output.json');
}

/** Merged from all test files, by path of the preview. */
async function loggedSchemas(): Promise<Map<string, OutputSchema>> {
	const found = new Map<string, OutputSchema>();
	for (const { outputs } of await engineResults<LoggedOutputs>('outputs')) {
		for (const output of outputs) {
			const path = pathOf(output);
			found.set(path, merged(found.get(path), output.schema));
		}
	}
	return found;
}

/** Leaves out objects without known fields, which nobody could drag. Puts an event's ID last, because nobody reads it. */
function shownOf(
	{ type, properties = {}, required }: OutputSchema,
	isAnything: boolean,
): OutputSchema | undefined {
	const { eventId, ...others } = properties;
	const known = Object.entries({ ...others, ...(eventId && { eventId }) })
		.filter(([name]) => !UNKNOWN.includes(name) && (!isAnything || required?.includes(name)))
		.flatMap(([name, field]): Array<[string, OutputSchema]> => {
			const shown = name === DETAILS ? shownOf(field, false) : field;
			return shown ? [[name, shown]] : [];
		});
	return known.length > 0 ? { type, properties: Object.fromEntries(known) } : undefined;
}
