// Compares the values that the package evaluates for all items at once with those of an installed n8n's expression engines.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect } from 'expect';
import { n8nInstall } from '../../../demo/n8nInstall.mts';
import { parameterAndItems } from '../../expressions.mts';
import { unpackPackage } from '../../../scripts/packedPackage.mts';
import { fc } from '../../fuzz.mts';
import { packedIn } from '../harness/realN8n.mts';

/** Random runs, each of a few items. Other ones each time. */
const SAMPLE = 150;
/** The engine that n8n reports, by the engine that we set. */
const ENGINES = { vm: 'vm', lazy: 'vm', quickjs: 'quickjs', legacy: 'legacy' };
const evaluate = join(import.meta.dirname, '..', 'harness', 'evaluate.js');

interface Compared {
	engine: string;
	known: number;
	different: unknown[];
}

const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-expressions-'));
try {
	const { node, from } = await n8nInstall(console.error);
	if (!('script' in from)) throw new Error('This needs an n8n that is installed here.');
	const unpacked = await unpackPackage(await packedIn(folder), folder);
	const table = join(unpacked, 'dist', 'nodes', 'TextMe', 'parameters', 'expressionTable.js');
	// Here the package finds n8n-workflow.
	const env = { NODE_PATH: resolve(from.script, '../../..') };
	const [cases, result] = [join(folder, 'cases.json'), join(folder, 'result.json')];
	await writeFile(cases, JSON.stringify(fc.sample(parameterAndItems, SAMPLE)));
	for (const [wanted, active] of Object.entries(ENGINES)) {
		await execa(node.binary, [evaluate, from.script, wanted, table, cases, result], { env });
		const { engine, known, different } = JSON.parse(await readFile(result, 'utf8')) as Compared;
		expect({ engine, different: different.slice(0, 5) }).toEqual({ engine: active, different: [] });
		expect(known).toBeGreaterThan(SAMPLE);
	}
} finally {
	await rm(folder, { recursive: true, force: true });
}
