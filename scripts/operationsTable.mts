import type { INodeProperties } from 'n8n-workflow';
import { createRequire } from 'node:module';
import type { Operation, Resource } from '../nodes/TextMe/operation';
import { operationKey, type MetStatuses } from './metStatuses.mts';
import { specifiedStatuses } from './specifiedStatuses.mts';

type Statuses = MetStatuses['statuses'];

const ENCODINGS = ['json', 'xml'] as const;

const built = createRequire(new URL('../dist/nodes/TextMe/', import.meta.url));
const { resources } = built('./operations') as { resources: Resource[] };
const { commonOptions } = built('./options/common') as {
	commonOptions: (operation: Operation) => INodeProperties[];
};
const { optionsOf } = built('./describe') as {
	optionsOf: (operation: Operation) => INodeProperties[];
};

export interface OperationsTable {
	markdown: string;
	operations: number;
	fields: number;
	/** Statuses that the specification lists and no test has met. */
	untested: string[];
}

/** The operations of the built node as the documentation shows them, one table for each resource. */
export function operationsTable(met: Map<string, MetStatuses>): OperationsTable {
	const rows = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({ resource, operation, ...fieldsOf(operation) })),
	);
	const statusesOf = (resource: Resource, operation: Operation): Statuses =>
		met.get(operationKey(resource.value, operation.value))?.statuses ?? new Map<string, never>();
	const tables = resources.map((resource) =>
		[
			`## ${resource.name}`,
			'',
			'| Operation | Root | Required | Optional |',
			'| --- | --- | --- | --- |',
			...rows
				.filter((row) => row.resource === resource)
				.map(({ operation, required, optional }) =>
					row([
						`**${operation.name}**<br>${operation.description}`,
						rootOf(operation),
						namesOf(required),
						namesOf(optional),
					]),
				),
		].join('\n'),
	);
	return {
		markdown: tables.join('\n\n'),
		operations: rows.length,
		fields: rows.reduce(
			(sum, { required, optional }) => sum + required.length + optional.length,
			0,
		),
		untested: rows.flatMap(({ resource, operation }) =>
			notMet(operation, statusesOf(resource, operation)).map(
				(missing) => `${resource.name}, ${operation.name}: ${missing}`,
			),
		),
	};
}

/** The fields of an operation, without the options that every operation has: the page describes those once. */
function fieldsOf(operation: Operation) {
	const everywhere = new Set(commonOptions(operation).map(({ name }) => name));
	const own = optionsOf(operation).filter(({ name }) => !everywhere.has(name));
	const fields = operation.fields.filter(({ type }) => type !== 'notice');
	return {
		required: fields.filter(({ required }) => required),
		optional: [...fields.filter(({ required }) => !required), ...own],
	};
}

/** Each name once: an operation may have a field twice, shown under different conditions. */
const namesOf = (fields: INodeProperties[]) =>
	[...new Set(fields.map(({ displayName }) => displayName))].join(', ');

const rootOf = ({ root }: Operation) => (typeof root === 'string' ? `\`${root}\`` : 'any');

const row = (cells: string[]) =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|') || '–').join(' | ')} |`;

function notMet({ root, value }: Operation, statuses: Statuses): string[] {
	const listed = specifiedStatuses(typeof root === 'string' ? root : '', value);
	return ENCODINGS.flatMap((encoding) =>
		listed
			.filter((status) => !statuses.get(encoding)?.has(status))
			.map((status) => `${status} in ${encoding.toUpperCase()}`),
	);
}
