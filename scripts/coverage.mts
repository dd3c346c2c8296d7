// Writes the operations of the built node into docs/operations.md, once its tests have met every status in the specification.
// With `--check` it only says whether the page is current.
import { readFile } from 'node:fs/promises';
import { fail, formatted, keepCurrent, withSection } from './generatedFile.mts';
import { metStatuses } from './metStatuses.mts';
import { operationsTable } from './operationsTable.mts';

const PAGE = 'docs/operations.md';
const HOW = 'Run `npm run build`, `npx jest --selectProjects engine` and then `npm run generate`.';

const met = await metStatuses();
const { markdown, operations, fields, untested } = operationsTable(met);

const statuses = new Set(
	[...met.values()].flatMap((entry) => [...entry.statuses.values()].flatMap((each) => [...each])),
);
const pairs = [...met.values()].reduce(
	(sum, entry) => sum + [...entry.statuses.values()].reduce((all, each) => all + each.size, 0),
	0,
);
const tests = new Set([...met.values()].flatMap((entry) => [...entry.tests]));
console.log(
	`${operations} operations, ${fields} fields, ${statuses.size} statuses (${pairs} by operation and encoding), ${tests.size} tests`,
);

if (untested.length > 0) fail(`The tests have not met these:\n${untested.join('\n')}\n${HOW}`);
else {
	const page = withSection(await readFile(PAGE, 'utf8'), 'operations', markdown);
	await keepCurrent(PAGE, await formatted(PAGE, page), HOW);
}
