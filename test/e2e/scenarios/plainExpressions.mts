// Compares the expressions that the package fills in itself with the results of the expression engines of an installed n8n.
import { execa } from 'execa';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { n8nInstall } from '../../../demo/n8nInstall.mts';
import { plainFiller } from '../../../nodes/TextMe/parameters/plainExpression.ts';
import { parameterAndItem } from '../../expressions.mts';
import { fc } from '../../fuzz.mts';

const SAMPLE = 20_000;
const evaluate = join(import.meta.dirname, '..', 'harness', 'evaluate.js');

type Case = [parameter: unknown, item: IDataObject];

interface Evaluated {
	engine: string;
	filled: unknown[];
}

const [, , reportFile = ''] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-expressions-'));
try {
	const { node, from } = await n8nInstall(console.error);
	if (!('script' in from)) throw new Error('This needs an n8n that is installed here.');
	const casesFile = join(folder, 'cases.json');
	const resultFile = join(folder, 'result.json');
	const sample = JSON.parse(JSON.stringify(fc.sample(parameterAndItem, SAMPLE))) as Case[];
	const ours = ([parameter, item]: Case) => plainFiller(parameter)?.(item);
	const cases = sample.filter((one) => ours(one) !== undefined);
	await writeFile(casesFile, JSON.stringify(cases));
	const report: Record<string, unknown> = {};
	for (const wanted of ['vm', 'legacy']) {
		await execa(node.binary, [evaluate, from.script, wanted, casesFile, resultFile]);
		const { engine, filled } = JSON.parse(await readFile(resultFile, 'utf8')) as Evaluated;
		const different = cases
			.map((one, index) => ({ case: one, ours: ours(one), n8n: filled[index] }))
			.filter((one) => JSON.stringify(one.ours) !== JSON.stringify(one.n8n));
		report[engine] = { isEnough: cases.length > SAMPLE / 20, different: different.slice(0, 5) };
	}
	await writeFile(reportFile, JSON.stringify(report));
} finally {
	await rm(folder, { recursive: true, force: true });
}
