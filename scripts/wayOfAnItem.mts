// Measures the way of one item through the built package: how often it enters a function, how many functions and in how many
// files. `npm run build && node scripts/installed.mjs scripts/wayOfAnItem.mts [--trace]`
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { addHook } from 'pirates';
import { template, transformSync, type NodePath, type types, type Visitor } from '@babel/core';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { RacyKeys } from '../test/engine/harness/racyKeys.mts';
import { runNode } from '../test/engine/harness/runNode.mts';
import { textMePackage } from '../test/engine/harness/textMePackage.mts';

const DIST = resolve('dist');

const SEND_BULK = {
	resource: 'sms',
	operation: 'sendBulk',
	source: 'TextMe',
	phones: '={{ $json.phone }}',
	message: '=Hello {{ $json.name }}',
	options: {},
};
const GET_BALANCE = { resource: 'account', operation: 'getBalance', balanceOf: 'sms', options: {} };
const PUSH = 'phone=972501234567&dest=0559000100&message=Hi&date=15%2F01%2F26+10%3A31%3A12';

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
	await DataDeduplicationService.init(new RacyKeys());
	const { username, token: apiToken } = sandbox.account;
	const credentials = { username, apiToken, baseUrl: sandbox.baseUrl, encoding: 'json' };
	const act = async (parameters: INodeParameters) => {
		const items = [{ phone: '0501234567', name: 'Dana' }];
		const result = await runNode({ parameters, credentials, items });
		return result.error ? [] : result.items.filter(({ json }) => !json.error);
	};
	const trigger = async (type: 'textMeTrigger' | 'textMePollingTrigger') =>
		await TriggerHost.start({ type, parameters: { events: ['incomingMessage'] }, credentials });
	const [push, poll] = [await trigger('textMeTrigger'), await trigger('textMePollingTrigger')];
	await poll.poll();
	sandbox.handsetReply({ phone: '0501234567', text: 'Hi', username });
	const ways: Record<string, () => Promise<unknown[]>> = {
		'Send Bulk': () => act(SEND_BULK),
		'Get Balance': () => act(GET_BALANCE),
		'A push': async () => eventsOf(await (await push.deliver({ body: PUSH })).run),
		'A poll': async () => eventsOf(await poll.poll()),
	};
	for (const [name, go] of Object.entries(ways)) {
		way.length = 0;
		if ((await go()).length !== 1) throw new Error(`${name} brought no item`);
		const files = new Set(way.map((entry) => entry.split(' ')[0]));
		const functions = new Set(way);
		console.log(`${name}: ${way.length} entries, ${functions.size} functions, ${files.size} files`);
		if (process.argv.includes('--trace')) console.log(way.join('\n'));
	}
} finally {
	await sandbox.close();
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
