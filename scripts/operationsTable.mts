// Writes the operations of the node into docs/operations.md.
import { resources } from '../nodes/TextMe/operations';
import { rootsOf } from '../test/engine/harness/rootsOf.mts';
import { keepSection, table } from './generatedFile.mts';

const rows = resources.flatMap(({ name, operations }) =>
	operations.map((operation) => [
		`${name} → ${operation.name}`,
		operation.description,
		rootsOf(operation)
			.map((root) => `\`${root}\``)
			.join(' or ') || 'any',
	]),
);
await keepSection(
	'docs/operations.md',
	'operations',
	table(['Operation', 'What it does', 'Root'], rows),
);
