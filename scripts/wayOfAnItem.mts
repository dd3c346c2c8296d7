// Measures the way of one item through the built package: the functions it enters, their files, and the changes from one
// file to another. `npm run build && node scripts/installed.mjs scripts/wayOfAnItem.mts [--trace]`
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { DataDeduplicationService } from 'n8n-core';
import { addHook } from 'pirates';
import { template, transformSync, type NodePath, type types, type Visitor } from '@babel/core';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { RacyKeys } from '../test/engine/harness/racyKeys.mts';
import { runNode } from '../test/engine/harness/runNode.mts';
import { textMePackage } from '../test/engine/harness/textMePackage.mts';

const DIST = resolve('dist');

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

addHook(instrumented, { exts: ['.js'], matcher: (file) => file.startsWith(DIST) });
const sandbox = await startSandbox({ clock: 'real' });
try {
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
}

function report(name: string) {
	const files = way.map((entry) => entry.split(' ')[0] ?? '');
	const changes = files.filter((file, at) => at > 0 && file !== files[at - 1]).length;
	const [inFiles, functions] = [new Set(files), new Set(way)];
	console.log(
		`${name}: ${inFiles.size} files, ${functions.size} functions, ${changes} changes of file`,
	);
	if (process.argv.includes('--trace')) console.log(way.join('\n'));
}

/** The code, in which every function says first that it was entered. */
function instrumented(code: string, path: string): string {
	const file = relative(DIST, path);
	const visitor: Visitor = {
		Function(entered: NodePath<types.Function>) {
			const { loc, start } = entered.node;
			const name = JSON.stringify(`${file} ${loc?.start.line}:${start}`);
			entered.ensureBlock();
			const body = entered.get('body') as NodePath<types.BlockStatement>;
			body.unshiftContainer('body', template.ast(`globalThis.entered(${name})`) as types.Statement);
		},
	};
	return transformSync(code, { plugins: [{ visitor }], configFile: false })?.code ?? code;
}
