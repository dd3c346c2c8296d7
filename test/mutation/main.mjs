// Changes the code in one place at a time, and says which changes no test notices.
//
//   node scripts/installed.mjs test/mutation/main.mjs [--sample 0.015] [--seed 1] [nodes/sending/text.ts …]
//   node scripts/installed.mjs test/mutation/main.mjs --changed origin/main
//
// The second form takes the changed lines and about a hundred of their changes, and is over in two minutes.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { equivalents } from './equivalents.mts';
import { isDrawn } from './sample.mjs';

const FOLDERS = ['credentials', 'gateway', 'nodes'];
/** About as many changes are tried in two minutes, and as many are there in a line. */
const [IN_TWO_MINUTES, IN_A_LINE] = [100, 1.5];
const GOAL = 0.9;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		changed: { type: 'string' },
		sample: { type: 'string', default: '1' },
		seed: { type: 'string', default: '1' },
	},
});

/** The lines of the code that differ from a commit, as Stryker takes them: `file:first-last`. */
function changedLines(since) {
	const git = ['diff', '--unified=0', '--diff-filter=d', since, '--', ...FOLDERS];
	const { stdout } = spawnSync('git', git, { encoding: 'utf8' });
	return stdout.split(/^\+\+\+ b\//m).flatMap((part) => {
		const [file = ''] = part.split('\n', 1);
		if (!file.endsWith('.ts')) return [];
		return [...part.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, from, count = '1']) =>
			count === '0' ? [] : [{ file, first: Number(from), last: Number(from) + Number(count) - 1 }],
		);
	});
}

const ranges = values.changed === undefined ? [] : changedLines(values.changed);
if (values.changed !== undefined && ranges.length === 0) {
	console.log('No code has changed.');
	process.exit();
}
const lines = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
const files = [...new Set([...ranges.map(({ file }) => file), ...positionals])];
const mutate = ranges
	.map(({ file, first, last }) => `${file}:${first}-${last}`)
	.concat(positionals);
process.env.SEED = values.seed;
process.env.SAMPLE =
	lines > 0 ? String(Math.min(1, IN_TWO_MINUTES / (lines * IN_A_LINE))) : values.sample;
if (files.length > 0) process.env.MUTATED = files.join();

rmSync('reports/mutation.json', { force: true });
const stryker = ['stryker', 'run', ...(mutate.length > 0 ? ['--mutate', mutate.join()] : [])];
spawnSync('npx', stryker, { stdio: ['ignore', 'inherit', 'inherit'] });

const counts = new Map();
const { files: found } = JSON.parse(readFileSync('reports/mutation.json', 'utf8'));
for (const [name, { source, mutants }] of Object.entries(found)) {
	const file = relative('.', resolve(name));
	const code = source.split('\n');
	for (const mutant of mutants) {
		if (mutant.status === 'Ignored' || !isDrawn(mutant.id)) continue;
		const { start, end } = mutant.location;
		const { line } = start;
		const text = (code[line - 1] ?? '').trim();
		const last = end.line === line ? end.column - 1 : undefined;
		const part = (code[line - 1] ?? '').slice(start.column - 1, last);
		const isNoticed = mutant.status === 'Killed' || mutant.status === 'Timeout';
		const isNamed = equivalents.some((one) => one.file === file && one.code === text);
		if (!isNoticed && isNamed) continue;
		const folder = file
			.split('/')
			.slice(0, -1)
			.slice(0, file.startsWith('nodes/TextMe/') ? 3 : 2)
			.join('/');
		const count = counts.get(folder) ?? { noticed: 0, all: 0 };
		counts.set(folder, { noticed: count.noticed + Number(isNoticed), all: count.all + 1 });
		if (!isNoticed) {
			console.log(`${mutant.status} ${file}:${line} ${text}\n  ${part} → ${mutant.replacement}`);
		}
	}
}
let [noticed, all] = [0, 0];
for (const [folder, count] of [...counts].sort()) {
	console.log(`${folder}: ${count.noticed} of ${count.all}`);
	noticed += count.noticed;
	all += count.all;
}
console.log(`${noticed} of ${all} changes are noticed (${((100 * noticed) / all).toFixed(1)} %).`);
if (all > 0 && noticed / all < GOAL) process.exitCode = 1;
