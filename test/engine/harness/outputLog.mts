import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { merged, schemaOf, type OutputSchema } from './outputSchema.mts';

/** What came out of a node, or of one operation of it, in the tests of a file. */
export interface LoggedOutput {
	/** Name of the node type without that of the package. */
	node: string;
	resource?: string;
	operation?: string;
	schema: OutputSchema;
}

export interface LoggedOutputs {
	/** Relative to the package, so that the results of a test file that is gone can be told. */
	testFile: string;
	outputs: LoggedOutput[];
}

const FOLDER = path.resolve('coverage/outputs');

/** By node, resource and operation. */
const outputs = new Map<string, LoggedOutput>();

/**
 * Notes what a real run put out; a file of `coverage/`, of which `npm run previews` makes n8n's previews, is left behind
 * at the end. Errors and what is asked for in another form than the usual one are no part of a preview.
 */
export function logOutput(node: string, parameters: INodeParameters, items: IDataObject[]): void {
	const { resource, operation } = parameters as Pick<LoggedOutput, 'resource' | 'operation'>;
	const options = { ...(parameters.options as object), ...(parameters.more as object) };
	const { simplify, validateOnly, includeRaw } = options as Record<string, unknown>;
	if (simplify === false || validateOnly === true || includeRaw === true) return;
	const key = [node, resource, operation].join('.');
	for (const item of items) {
		if ('error' in item || item.event === 'unknown') continue;
		const schema = merged(outputs.get(key)?.schema, schemaOf(item));
		outputs.set(key, { node, resource, operation, schema });
	}
}

afterAll(() => {
	const { testPath } = expect.getState();
	if (testPath === undefined) return;
	const testFile = path.relative(process.cwd(), testPath);
	const results: LoggedOutputs = { testFile, outputs: [...outputs.values()] };
	mkdirSync(FOLDER, { recursive: true });
	const file = `${testFile.replaceAll(path.sep, '.')}.json`;
	writeFileSync(path.join(FOLDER, file), JSON.stringify(results, undefined, '\t'));
});
