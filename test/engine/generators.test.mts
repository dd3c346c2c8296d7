import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { execa } from 'execa';

import { FAULT_ROWS } from './faults/faultRows.mts';

const ROOT = process.cwd();
const TSX = require.resolve('tsx');
const SCHEMAS = 'nodes/TextMe/__schema__/v1.0.0';
const BALANCE = `${SCHEMAS}/account/getBalance.json`;
const SEND = `${SCHEMAS}/sms/send.json`;

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-textme-generators-'));
});
afterEach(async () => await rm(folder, { recursive: true }));

/** Runs a generator of scripts/ in a folder that has only what a partial run of the engine tests left behind. */
async function generate(script: string) {
	return await execa(process.execPath, ['--import', TSX, path.join(ROOT, 'scripts', script)], {
		cwd: folder,
		reject: false,
	});
}

const put = async (file: string, content: unknown) => {
	await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
	await writeFile(path.join(folder, file), JSON.stringify(content));
};

const schemaOf = async (file: string) =>
	JSON.parse(await readFile(path.join(folder, file), 'utf8')) as { properties: object };

describe('previews after a run of one test file', () => {
	const testFile = 'test/engine/account.getBalance.test.mts';
	const seen = {
		type: 'object',
		properties: { balance: { type: 'number' }, currency: { type: 'string' } },
		required: ['balance', 'currency'],
	};
	beforeEach(async () => {
		await cp(path.join(ROOT, 'nodes'), path.join(folder, 'nodes'), {
			recursive: true,
			filter: (source) => !/\.(ts|svg)$/.test(source),
		});
		await put(testFile, '');
		await put('coverage/outputs/one.json', {
			testFile,
			outputs: [{ node: 'textMe', resource: 'account', operation: 'getBalance', schema: seen }],
		});
		await put(`${SCHEMAS}/account/gone.json`, {});
	});

	test('keep what the run did not see, and say so', async () => {
		const before = await readFile(path.join(folder, SEND), 'utf8');
		const { stderr, exitCode } = await generate('previews.mts');
		expect(exitCode).toBe(1);
		expect(stderr).toContain(`No test has seen an output for ${SEND}.`);
		expect(await readFile(path.join(folder, SEND), 'utf8')).toBe(before);
	});

	test('have the new fields beside those the run did not see', async () => {
		await generate('previews.mts');
		expect(Object.keys((await schemaOf(BALANCE)).properties)).toEqual([
			'balance',
			'internationalBalance',
			'currency',
		]);
	});

	test('go with their operation', async () => {
		await generate('previews.mts');
		await expect(schemaOf(`${SCHEMAS}/account/gone.json`)).rejects.toThrow('ENOENT');
	});
});

test('leaves the page of the fault matrix as it is after a run of one fault', async () => {
	for (const [group, rows] of Object.entries(FAULT_ROWS)) {
		const [{ name, expected }] = rows as [(typeof rows)[number]];
		await put(`coverage/faults/${group}.json`, [{ name, expected, cells: [] }]);
	}
	await put('docs/fault-matrix.md', 'complete');
	const { stderr, exitCode } = await generate('faults.mts');
	expect(exitCode).toBe(1);
	expect(stderr).toContain('The run did not meet');
	expect(await readFile(path.join(folder, 'docs/fault-matrix.md'), 'utf8')).toBe('"complete"');
});

test('leaves the table of operations as it is after a run of one test file', async () => {
	await put('docs/operations.md', 'complete');
	const { stderr, exitCode } = await generate('coverage.mts');
	expect(exitCode).toBe(1);
	expect(stderr).toContain('The tests have not met these');
	expect(await readFile(path.join(folder, 'docs/operations.md'), 'utf8')).toBe('"complete"');
});
