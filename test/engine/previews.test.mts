import { loadOutputSchema } from 'n8n-core';
import type { INodePropertyOptions } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATION_CALLS, parametersOf, runOptionsOf } from './harness/operationCalls.mts';
import { schemaOf, type OutputSchema } from './harness/outputSchema.mts';
import { textMePackage } from './harness/textMePackage.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

/** The nodes in the package's n8n section. */
const { n8n } = JSON.parse(readFileSync('package.json', 'utf8')) as { n8n: { nodes: string[] } };
const NODES = n8n.nodes
	.map((file) => ({
		name: path.basename(file, '.node.js').replace(/^T/, 't'),
		nodeDir: path.resolve(path.dirname(file)),
	}))
	// The editor does not offer it, so it has no preview.
	.filter(({ name }) => name !== 'textMeWatcher');
const nodeDir = path.resolve('dist/nodes/TextMe');
const fixture = useSandbox();

/** Every resource and operation in the editor; a single empty choice for a trigger. */
async function choicesOf(node: string) {
	const { nodeTypes } = await textMePackage();
	const { version, properties } = nodeTypes.getByNameAndVersion(
		`n8n-nodes-textme.${node}`,
	).description;
	const offered = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(displayOptions?.show?.resource as string[]).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(({ value }) => ({
					resource,
					operation: String(value),
				})),
			),
		);
	return { versions: [version].flat(), choices: offered.length > 0 ? offered : [{}] };
}

/** Outputs with a person's text, or with an unchanged reply. */
const HAVE_A_MESSAGE = ['birthdayCampaign.getMany', 'custom.call', 'report.getIncomingMessages'];

test('no success has the text of the service beside it, which may contradict it', async () => {
	const { choices } = await choicesOf('textMe');
	const withMessage = choices.filter((choice) => {
		const schema = loadOutputSchema({ nodeDir, version: 1, ...choice });
		return Object.keys(schema?.properties ?? {}).includes('message');
	}) as Array<{ resource: string; operation: string }>;
	expect(withMessage.map((choice) => `${choice.resource}.${choice.operation}`).sort()).toEqual(
		HAVE_A_MESSAGE,
	);
});

test.each(NODES)('n8n finds a preview of all that $name puts out', async ({ name, nodeDir }) => {
	const { versions, choices } = await choicesOf(name);
	for (const version of versions) {
		for (const choice of choices) {
			// Only for a trigger, n8n's assistant falls back to `output.json`.
			const versionFallback = !('resource' in choice);
			const schema = loadOutputSchema({ nodeDir, version, ...choice, versionFallback });
			expect({ choice, fields: Object.keys(schema?.properties ?? {}) }).toEqual({
				choice,
				fields: expect.arrayContaining([expect.any(String)]) as string[],
			});
		}
	}
});

/** Nobody knows these objects' fields, so the preview leaves them out. */
const UNKNOWN = ['other', 'envelope'];
const calls = OPERATION_CALLS.filter(({ operation }) => operation !== 'custom.call');

test.each(calls.flatMap((call) => ENCODINGS.map((encoding) => ({ ...call, encoding }))))(
	'the preview of $operation has the fields that come out, and their types, in $encoding',
	async ({ encoding, ...call }) => {
		const parameters = await parametersOf(call, fixture.sandbox);
		const { items, error } = await fixture.run(parameters, {
			encoding,
			...runOptionsOf(call, fixture.sandbox),
		});
		expect([error, items.length > 0]).toEqual([undefined, true]);
		const { resource, operation } = parameters as { resource: string; operation: string };
		const preview = loadOutputSchema({ nodeDir, version: 1, resource, operation });
		const typesIn = ({ properties = {} }: OutputSchema) =>
			Object.entries({ ...properties, ...properties.details?.properties }).map(
				([name, { type }]) => [name, type],
			);
		const shown = typesIn(preview as unknown as OutputSchema);
		for (const { json } of items) {
			const seen = typesIn(schemaOf(json)).filter(([name = '']) => !UNKNOWN.includes(name));
			expect(shown).toEqual(expect.arrayContaining(seen));
		}
	},
);
