import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { execa } from 'execa';

import { FAULT_ROWS } from './faults/faultRows.mts';

const ROOT = process.cwd();
const TSX = require.resolve('tsx');
const SCHEMAS = 'nodes/TextMe/__schema__/v1.0.0';
const SEND = `${SCHEMAS}/sms/send.json`;
const GONE = `${SCHEMAS}/account/gone.json`;
const PREVIEWS = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
	.filter((file) => /__schema__.*\.json$/.test(file))
	.map((file) => `nodes/${file}`);

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

const read = async (file: string) => await readFile(path.join(folder, file), 'utf8');

const testFile = 'test/engine/account.getBalance.test.mts';

describe('previews after a run of one test file', () => {
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
		await put(GONE, {});
	});

	test('stay as they are, and what is missing is named', async () => {
		const before = await read(SEND);
		const { stderr, exitCode } = await generate('previews.mts');
		expect(exitCode).toBe(1);
		expect(stderr).toContain(`No test has seen an output for ${SEND}.`);
		expect(await read(SEND)).toBe(before);
		expect(await read(GONE)).toBe('{}');
	});
});

test('writes the previews of a whole run, and removes those of operations that are gone', async () => {
	const always = { type: 'string' };
	const outputs = PREVIEWS.map((file) => {
		const [node = '', , , resource, operation] = file.replace('.json', '').split('/').slice(1);
		const schema = {
			type: 'object',
			properties: { always, sometimes: always },
			required: ['always'],
		};
		return { node: node.replace('T', 't'), ...(operation && { resource, operation }), schema };
	});
	await put(testFile, '');
	await put('coverage/outputs/all.json', { testFile, outputs });
	await put(SEND, 'old');
	await put(GONE, {});
	const { exitCode } = await generate('previews.mts');
	expect(exitCode).toBe(0);
	for (const file of PREVIEWS) {
		// Any reply may come out of a call of any root.
		const properties = file.includes('custom') ? { always } : { always, sometimes: always };
		expect(JSON.parse(await read(file))).toEqual({ type: 'object', properties });
	}
	await expect(read(GONE)).rejects.toThrow('ENOENT');
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
	expect(await read('docs/fault-matrix.md')).toBe('"complete"');
});

test('leaves the table of operations as it is after a run of one test file', async () => {
	await put('docs/operations.md', 'complete');
	const { stderr, exitCode } = await generate('coverage.mts');
	expect(exitCode).toBe(1);
	expect(stderr).toContain('The tests have not met these');
	expect(await read('docs/operations.md')).toBe('"complete"');
});
