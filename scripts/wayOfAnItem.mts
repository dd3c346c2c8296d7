// Measures the way of one item through the built package: the functions it enters, their files, and the changes from one
// file to another. `npm run build && node scripts/installed.mjs scripts/wayOfAnItem.mts [--list] [--trace]`
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDeduplicationService } from 'n8n-core';
import ts from 'typescript';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { RacyKeys } from '../test/engine/harness/racyKeys.mts';
import { runNode } from '../test/engine/harness/runNode.mts';
import { textMePackage } from '../test/engine/harness/textMePackage.mts';

const ITEMS = {
	'Send Bulk': {
		resource: 'sms',
		operation: 'sendBulk',
		source: 'TextMe',
		phones: '={{ $json.phone }}',
		message: '=Hello {{ $json.name }}',
		options: {},
	},
	'Get Balance': { resource: 'account', operation: 'getBalance', balanceOf: 'sms', options: {} },
};

const TEXT = {
	phone: '972501234567',
	dest: '0559000100',
	message: 'Hi',
	date: '15/01/26 10:31:12',
};

const way: string[] = [];
Object.assign(globalThis, { entered: (name: string) => way.push(name) });
// The harness loads classes through Jest, and logs outputs when Jest has ended. Here neither runs.
const requireActual = createRequire(import.meta.url);
Object.assign(globalThis, { afterAll: () => undefined, jest: { requireActual } });
const { eventsOf, TriggerHost } = await import('../test/engine/harness/triggerHost.mts');

const copy = await instrumentedCopy();
const sandbox = await startSandbox({ clock: 'real' });
try {
	process.chdir(copy);
	await textMePackage();
	const { username, token: apiToken } = sandbox.account;
	const { baseUrl } = sandbox;
	for (const [name, parameters] of Object.entries(ITEMS)) {
		way.length = 0;
		const { items, error } = await runNode({
			parameters,
			credentials: { username, apiToken, baseUrl, encoding: 'json' },
			items: [{ phone: '0501234567', name: 'Dana' }],
		});
		if (error || items[0]?.json.error) throw error ?? new Error(JSON.stringify(items));
		report(name);
	}
	await DataDeduplicationService.init(new RacyKeys());
	const credentials = { username, apiToken, baseUrl, encoding: 'json' };
	const parameters = { events: ['incomingMessage'] };
	const push = await TriggerHost.start({ type: 'textMeTrigger', parameters, credentials });
	way.length = 0;
	const { run } = await push.deliver({ body: new URLSearchParams(TEXT).toString() });
	if (eventsOf(await run).length !== 1) throw new Error('The push brought no event');
	report('A push');

	const poll = await TriggerHost.start({ type: 'textMePollingTrigger', parameters, credentials });
	await poll.poll();
	sandbox.handsetReply({ phone: '0501234567', text: TEXT.message, username });
	way.length = 0;
	if (eventsOf(await poll.poll()).length !== 1) throw new Error('The poll brought no event');
	report('A poll');
} finally {
	await sandbox.close();
	await rm(copy, { recursive: true });
}

function report(name: string) {
	const files = way.map((entry) => entry.split(' ')[0] ?? '');
	const changes = files.filter((file, at) => at > 0 && file !== files[at - 1]).length;
	const [inFiles, functions] = [new Set(files), new Set(way)];
	console.log(
		`${name}: ${inFiles.size} files, ${functions.size} functions, ${changes} changes of file`,
	);
	if (process.argv.includes('--trace')) console.log(way.join('\n'));
	if (process.argv.includes('--list'))
		console.log([...inFiles].map((file) => `  ${file}`).join('\n'));
}

/** A copy of the package in which every function reports that it was entered. */
async function instrumentedCopy(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-way-'));
	for (const part of ['package.json', 'dist']) {
		await cp(part, join(folder, part), { recursive: true });
	}
	await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
	const dist = join(folder, 'dist');
	for (const file of await readdir(dist, { recursive: true })) {
		if (!file.endsWith('.js')) continue;
		const path = join(dist, file);
		await writeFile(path, instrumented(await readFile(path, 'utf8'), file));
	}
	return folder;
}

function instrumented(code: string, file: string): string {
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const insertions: Array<{ at: number; text: string }> = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) && 'body' in node && node.body) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			const call = `globalThis.entered(${JSON.stringify(`${file} ${line + 1}:${node.pos}`)})`;
			const body = node.body as ts.Node;
			if (ts.isBlock(body)) {
				insertions.push({ at: body.getStart() + 1, text: `${call};` });
			} else {
				insertions.push({ at: body.getStart(), text: `(${call}, ` }, { at: body.end, text: ')' });
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	// Text that is inserted later must not move the places before it, so the last place comes first.
	return insertions
		.map((insertion, order) => ({ ...insertion, order }))
		.sort((a, b) => b.at - a.at || b.order - a.order)
		.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), code);
}
