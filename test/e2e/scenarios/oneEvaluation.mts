// Compares what the package evaluates for all items together with what an installed n8n's engines give for each.
import { execa } from 'execa';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { n8nInstall } from '../../../demo/n8nInstall.mts';
import { parameterAndItems } from '../../expressions.mts';
import { fc } from '../../fuzz.mts';

/** Runs of a few items each. */
const SAMPLE = 3000;
const evaluate = join(import.meta.dirname, '..', 'harness', 'evaluate.js');
const table = resolve('dist/nodes/TextMe/parameters/expressionTable.js');

interface Compared {
	engine: string;
	known: number;
	different: unknown[];
}

const [, , reportFile = ''] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-expressions-'));
try {
	const { node, from } = await n8nInstall(console.error);
	if (!('script' in from)) throw new Error('This needs an n8n that is installed here.');
	const casesFile = join(folder, 'cases.json');
	const resultFile = join(folder, 'result.json');
	await writeFile(casesFile, JSON.stringify(fc.sample(parameterAndItems, SAMPLE)));
	const report: Record<string, unknown> = {};
	for (const wanted of ['vm', 'lazy', 'quickjs', 'legacy']) {
		await execa(node.binary, [evaluate, from.script, wanted, table, casesFile, resultFile]);
		const { engine, known, different } = JSON.parse(await readFile(resultFile, 'utf8')) as Compared;
		report[wanted] = { engine, isEnough: known > SAMPLE, different: different.slice(0, 5) };
	}
	await writeFile(reportFile, JSON.stringify(report));
} finally {
	await rm(folder, { recursive: true, force: true });
}
