// Writes the previews of outputs that n8n's editor shows before the first run (`__schema__`), from the outputs in the engine
// tests.
import { readdir } from 'node:fs/promises';
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
/** Its output can be anything, so only what is always there is shown. */
const ANYTHING = 'custom';

const outputs: Output[] = [
	...resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation }) => ({ node: 'textMe', resource, operation })),
	),
	{ node: 'textMeTrigger' },
	{ node: 'textMePollingTrigger' },
];
const schemas = await loggedSchemas();
const previews = outputs.map((output) => {
	const path = pathOf(output);
	const schema = schemas.get(path);
	return { path, shown: schema && shownOf(schema, output.resource === ANYTHING) };
});
const unseen = previews.filter(({ shown }) => shown === undefined);
if (unseen.length > 0) {
	fail(unseen.map(({ path }) => `No test has seen an output for ${path}.`).join('\n'));
} else {
	const written = (await readdir('nodes', { recursive: true }))
		.filter((path) => path.includes(FOLDER) && path.endsWith('.json'))
		.map((path) => join('nodes', path));
	// The editor does not use which fields are required.
	const used = (name: string, value: unknown) =>
		name === 'required' && Array.isArray(value) ? undefined : value;
	const texts = new Map(previews.map(({ path, shown }) => [path, JSON.stringify(shown, used)]));
	for (const path of new Set([...written, ...texts.keys()])) {
		const text = texts.get(path);
		await keepCurrent(path, text && (await formatted(path, text)));
	}
}

function pathOf({ node, resource, operation }: Output): string {
	const folder = join('nodes', node.replace(/^t/, 'T'), FOLDER, VERSION[node] ?? FIRST_VERSION);
	return resource && operation
		? join(folder, resource, `${operation}.json`)
		: join(folder, 'output.json');
}

/** By path of the preview, merged over the test files. The file that saw most fields sets their order. */
async function loggedSchemas(): Promise<Map<string, OutputSchema>> {
	const logged = (await engineResults<LoggedOutputs>('outputs')).flatMap(({ outputs }) => outputs);
	const count = ({ schema }: LoggedOutput) => Object.keys(schema.properties ?? {}).length;
	const found = new Map<string, OutputSchema>();
	for (const output of logged.sort((a, b) => count(b) - count(a))) {
		const path = pathOf(output);
		found.set(path, merged(found.get(path), output.schema));
	}
	return found;
}

/** Leaves out objects whose fields nobody knows: there is nothing to drag. Puts an event's ID last, which nobody reads. */
function shownOf({ type, properties = {}, required }: OutputSchema, isAnything: boolean) {
	const { eventId, ...others } = properties;
	const known = Object.entries({ ...others, ...(eventId && { eventId }) }).filter(
		([name]) => !UNKNOWN.includes(name) && (!isAnything || required?.includes(name)),
	);
	return known.length > 0 ? { type, properties: Object.fromEntries(known) } : undefined;
}
