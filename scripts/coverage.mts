// Writes the operations of the built node, with the statuses that its tests met, into the README. With `--check` it
// only says whether they are there already.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { metStatuses } from './metStatuses.mts';
import { operationsTable } from './operationsTable.mts';

const README = 'README.md';
const START = '<!-- operations:start -->';
const END = '<!-- operations:end -->';
const HOW = 'Run `npm run build`, `npx jest --selectProjects engine` and then `npm run coverage`.';

const met = await metStatuses();
const { markdown, operations, fields, untested } = operationsTable(met);
const written = await readFile(README, 'utf8');
const current = await withTable(written);

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
else if (current === written) console.log(`${README} is current.`);
else if (process.argv.includes('--check')) fail(`${README} is not current. ${HOW}`);
else {
	await writeFile(README, current);
	console.log(`${README} was brought up to date.`);
}

async function withTable(readme: string): Promise<string> {
	const [before, rest] = readme.split(START);
	const after = rest?.split(END)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`${README} lacks the lines ${START} and ${END}.`);
	}
	const config = await resolveConfig(README);
	const text = `${before}${START}\n\n${markdown}\n\n${END}${after}`;
	return await format(text, { ...config, filepath: README });
}

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}
