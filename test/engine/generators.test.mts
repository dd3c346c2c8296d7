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

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-textme-generators-'));
});
afterEach(async () => await rm(folder, { recursive: true }));

/** Runs a generator of scripts/ in a folder that has only what a partial run of the engine tests left behind. */
async function generate(script: string, ...args: string[]) {
	const all = ['--import', TSX, path.join(ROOT, 'scripts', script), ...args];
	return await execa(process.execPath, all, { cwd: folder, reject: false });
}

const put = async (file: string, content: unknown) => {
	await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
	await writeFile(path.join(folder, file), JSON.stringify(content));
};

const read = async (file: string) => await readFile(path.join(folder, file), 'utf8');

const testFile = 'test/engine/account.getBalance.test.mts';

describe('previews', () => {
	const BALANCE = `${SCHEMAS}/account/getBalance.json`;
	const properties = { month: { type: 'string' }, balance: { type: 'number' } };
	beforeEach(async () => {
		await cp(path.join(ROOT, 'nodes'), path.join(folder, 'nodes'), {
			recursive: true,
			filter: (source) => !/\.(ts|svg)$/.test(source),
		});
		await put(testFile, '');
		const schema = { type: 'object', properties, required: ['month'] };
		await put('coverage/outputs/one.json', {
			testFile,
			outputs: [{ node: 'textMe', resource: 'account', operation: 'getBalance', schema }],
		});
		await put(GONE, {});
	});

	test('get what the tests of one operation saw, behind what they have; those of no operation go', async () => {
		const before = await read(SEND);
		const known = Object.keys(
			(JSON.parse(await read(BALANCE)) as { properties: object }).properties,
		);
		expect((await generate('previews.mts')).exitCode).toBe(0);
		const now = JSON.parse(await read(BALANCE)) as { properties: object };
		expect(Object.keys(now.properties)).toEqual([...known, 'month']);
		expect(JSON.parse(await read(SEND))).toEqual(JSON.parse(before));
		await expect(read(GONE)).rejects.toThrow('ENOENT');
	});

	test('name an operation that no test has run', async () => {
		await rm(path.join(folder, SEND));
		const { stderr, exitCode } = await generate('previews.mts');
		expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`an output for ${SEND}.`)]);
	});

	test('are checked for each field, after a run of all tests', async () => {
		const { stderr, exitCode } = await generate('previews.mts', '--check');
		expect(exitCode).toBe(1);
		expect(stderr).toContain(`${BALANCE} lacks month.`);
		expect(stderr).toMatch(/sms\/send\.json has what no test has seen: .*recipients\[\]\.phone/);
		expect(await read(GONE)).toBe('{}');
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
	expect(await read('docs/fault-matrix.md')).toBe('"complete"');
});

test('checks that the tests have met every status, and leaves the table of operations as it is', async () => {
	await put('docs/operations.md', 'complete');
	const { stderr, exitCode } = await generate('coverage.mts', '--check');
	expect(exitCode).toBe(1);
	expect(stderr).toContain('The tests have not met these');
	expect(await read('docs/operations.md')).toBe('"complete"');
});
