// Writes the operations of the node into docs/operations.md.
import type { INodeProperties } from 'n8n-workflow';
import { optionsOf } from '../nodes/TextMe/describe';
import type { Operation } from '../nodes/TextMe/operation';
import { resources } from '../nodes/TextMe/operations';
import { commonOptions } from '../nodes/TextMe/options/common';
import { rootsOf } from '../test/engine/harness/rootsOf.mts';
import { keepSection, table } from './generatedFile.mts';

const headings = ['Operation', 'Root', 'Required', 'Optional'];
const tables = resources.map(
	({ name, operations }) => `## ${name}\n\n${table(headings, operations.map(cellsOf))}`,
);
await keepSection('docs/operations.md', 'operations', tables.join('\n\n'));

/** The fields of an operation, without the options that every operation has: the page describes those once. */
function cellsOf(operation: Operation): string[] {
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
