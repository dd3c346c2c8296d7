// Writes the operations of the built node into docs/operations.md, once its tests have met every status in the specification.
// With `--check` it only says whether the page is current.
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from '../nodes/TextMe/operation';
import type { TestedStatuses } from '../test/engine/harness/testedStatuses.mts';
import { engineResults } from './engineResults.mts';
import { fail, formatted, keepCurrent, withSection } from './generatedFile.mts';
import { specifiedStatuses } from './specifiedStatuses.mts';

const PAGE = 'docs/operations.md';
const HOW = 'Run `npm run build`, `npx jest --selectProjects engine` and then `npm run generate`.';

const built = createRequire(new URL('../dist/nodes/TextMe/', import.meta.url));
const { resources } = built('./operations') as { resources: Resource[] };
const { commonOptions } = built('./options/common') as {
	commonOptions: (operation: Operation) => INodeProperties[];
};
const { optionsOf } = built('./describe') as {
	optionsOf: (operation: Operation) => INodeProperties[];
};

/** Each as `sms.send: 12 in json`. */
const met = new Set(
	(await engineResults<TestedStatuses>('statuses'))
		.flatMap(({ tested }) => tested)
		.flatMap(({ resource, operation, encoding, statuses }) =>
			statuses.map((status) => `${resource}.${operation}: ${status} in ${encoding}`),
		),
);
const specified = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ root, value }) =>
		specifiedStatuses(typeof root === 'string' ? root : '', value).flatMap((status) =>
			['json', 'xml'].map((encoding) => `${resource}.${value}: ${status} in ${encoding}`),
		),
	),
);
const untested = specified.filter((status) => !met.has(status));
const operations = resources.flatMap((resource) => resource.operations);
console.log(`${operations.length} operations, ${met.size} statuses by operation and encoding`);

if (untested.length > 0) fail(`The tests have not met these:\n${untested.join('\n')}\n${HOW}`);
else {
	const tables = resources.map((resource) =>
		[
			`## ${resource.name}`,
			'',
			'| Operation | Root | Required | Optional |',
			'| --- | --- | --- | --- |',
			...resource.operations.map(rowOf),
		].join('\n'),
	);
	const page = withSection(await readFile(PAGE, 'utf8'), 'operations', tables.join('\n\n'));
	await keepCurrent(PAGE, await formatted(PAGE, page), HOW);
}

/** The fields of an operation, without the options that every operation has: the page describes those once. */
function rowOf(operation: Operation): string {
	const everywhere = new Set(commonOptions(operation).map(({ name }) => name));
	const own = optionsOf(operation).filter(({ name }) => !everywhere.has(name));
	const fields = operation.fields.filter(({ type }) => type !== 'notice');
	const cells = [
		`**${operation.name}**<br>${operation.description}`,
		typeof operation.root === 'string' ? `\`${operation.root}\`` : 'any',
		namesOf(fields.filter(({ required }) => required)),
		namesOf([...fields.filter(({ required }) => !required), ...own]),
	];
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|') || '–').join(' | ')} |`;
}

/** Each name once: an operation may have a field twice, shown under different conditions. */
function namesOf(fields: INodeProperties[]): string {
	return [...new Set(fields.map(({ displayName }) => displayName))].join(', ');
}
