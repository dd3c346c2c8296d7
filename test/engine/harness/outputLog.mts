import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { merged, schemaOf, type OutputSchema } from './outputSchema.mts';

export interface LoggedOutput {
	/** The node type without the package. */
	node: string;
	resource?: string;
	operation?: string;
	schema: OutputSchema;
}

export interface LoggedOutputs {
	/** Relative to the package. Shows whether the test file still exists. */
	testFile: string;
	outputs: LoggedOutput[];
}

/** By node, resource and operation. */
const outputs = new Map<string, LoggedOutput>();

/** A time with another offset than Israel's. A warning may quote one. */
const TIME_ELSEWHERE = /(?<!\\)"\d{4}-\d\d-\d\dT\d\d:\d\d(?![^"]*\+0[23]:00")/;

/**
 * Records a run's output. `npm run generate` makes n8n's previews from these records in `coverage/`. Leaves out errors and
 * unusual forms of output.
 */
export function logOutput(node: string, parameters: INodeParameters, items: IDataObject[]): void {
	const { resource, operation } = parameters as Pick<LoggedOutput, 'resource' | 'operation'>;
	const options = { ...(parameters.options as object), ...(parameters.more as object) };
	const { simplify, includeRaw } = options as Record<string, unknown>;
	if (simplify === false || includeRaw === true) return;
	const key = [node, resource, operation].join('.');
	const [time] = TIME_ELSEWHERE.exec(JSON.stringify(items)) ?? [];
	if (time) throw new Error(`A time of an output is not in Israel's offset: ${time}`);
	for (const item of items) {
		if ('error' in item || item.event === 'unknown') continue;
		const schema = merged(outputs.get(key)?.schema, schemaOf(item));
		outputs.set(key, { node, resource, operation, schema });
	}
}

afterAll(() => {
	const { testPath = '' } = expect.getState();
	const testFile = path.relative(process.cwd(), testPath);
	const file = path.resolve('coverage/outputs', `${testFile.replaceAll(path.sep, '.')}.json`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(
		file,
		JSON.stringify({ testFile, outputs: [...outputs.values()] }, undefined, '\t'),
	);
});
