// Writes the operations of the node into docs/operations.md. With `--check`, the tests must have met every status in the
// specification.
import type { INodeProperties } from 'n8n-workflow';
import { optionsOf } from '../nodes/TextMe/describe';
import type { SomeOperation } from '../nodes/TextMe/operation';
import { resources } from '../nodes/TextMe/operations';
import { commonOptions } from '../nodes/TextMe/options/common';
import { rootsOf } from '../test/engine/harness/rootsOf.mts';
import type { TestedStatuses } from '../test/engine/harness/testedStatuses.mts';
import { engineResults } from './engineResults.mts';
import { fail, keepSection, table } from './generatedFile.mts';
import { specifiedStatuses } from './specifiedStatuses.mts';

/** Each as `sms.send: 12`. */
const met = new Set(
	(await engineResults<TestedStatuses>('statuses'))
		.flatMap(({ tested }) => tested)
		.flatMap(({ resource, operation, statuses }) =>
			statuses.map((status) => `${resource}.${operation}: ${status}`),
		),
);
const specified = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap((operation) =>
		rootsOf(operation).flatMap((root) =>
			specifiedStatuses(root, operation.value).map(
				(status) => `${resource}.${operation.value}: ${status}`,
			),
		),
	),
);
const untested = specified.filter((status) => !met.has(status));
if (process.argv.includes('--check') && untested.length > 0) {
	fail(`The tests have not met these:\n${untested.join('\n')}`);
}
const headings = ['Operation', 'Root', 'Required', 'Optional'];
const tables = resources.map(
	({ name, operations }) => `## ${name}\n\n${table(headings, operations.map(cellsOf))}`,
);
await keepSection('docs/operations.md', 'operations', tables.join('\n\n'));

/** The fields of an operation, without the options that every operation has: the page describes those once. */
function cellsOf(operation: SomeOperation): string[] {
	const everywhere = new Set(commonOptions(operation).map(({ name }) => name));
	const own = optionsOf(operation).filter(({ name }) => !everywhere.has(name));
	const fields = operation.fields.filter(({ type }) => type !== 'notice');
	const cells = [
		`**${operation.name}**<br>${operation.description}`,
		rootsOf(operation)
			.map((root) => `\`${root}\``)
			.join(' or ') || 'varies',
		namesOf(fields.filter(({ required }) => required)),
		namesOf([...fields.filter(({ required }) => !required), ...own]),
	];
	return cells.map((cell) => cell.replaceAll('|', '\\|') || '–');
}

/** Each name once: an operation may have a field twice, shown under different conditions. */
function namesOf(fields: INodeProperties[]): string {
	return [...new Set(fields.map(({ displayName }) => displayName))].join(', ');
}
