import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { execaSync } from 'execa';

const ROOT = path.join(__dirname, '../..');
const TARGETS = [
	'nodes/TextMe/pipeline/batches.ts',
	'nodes/TextMe/pipeline/send.ts',
	'nodes/TextMe/operations/sms/send.ts',
	'nodes/TextMe/agent/toolOutput.ts',
	'nodes/TextMe/parameters.ts',
	'nodes/shared/replies.ts',
	'nodes/TextMeTrigger/guard.ts',
	'nodes/TextMeWatcher/look.ts',
	'nodes/memory/keyMemory.ts',
	'nodes/shared/request.ts',
	'gateway/dates.ts',
	'sandbox/seed.mts',
];

const CONFIGURATION = [
	'.dependency-cruiser.mjs',
	'package.json',
	'tsconfig.json',
	'tsconfig.tests.json',
];

const OPERATIONS = 'operations-know-nothing-of-the-pipeline';
const REQUESTS = 'operations-make-no-request';
const APART = 'node-folders-are-apart';
const ALLOWED = 'no rule';

/** Who imports what, and the rule that forbids it. */
const IMPORTS: Array<[file: string, target: string, rule: string, isType?: 'type']> = [
	['nodes/TextMe/operations/sms/one.ts', 'nodes/TextMe/pipeline/send.ts', OPERATIONS],
	['nodes/TextMe/operations/sms/two.ts', 'nodes/TextMe/pipeline/batches.ts', OPERATIONS, 'type'],
	['nodes/TextMe/operations/sms/three.ts', 'nodes/memory/keyMemory.ts', OPERATIONS],
	['nodes/TextMe/operations/sms/four.ts', 'nodes/shared/request.ts', REQUESTS],
	['nodes/TextMe/operations/sms/five.ts', 'nodes/shared/request.ts', ALLOWED, 'type'],
	['nodes/TextMe/operations/sms/six.ts', 'nodes/shared/replies.ts', ALLOWED],
	['nodes/TextMe/operations/sms/seven.ts', 'nodes/TextMe/agent/toolOutput.ts', OPERATIONS],
	['nodes/TextMe/options/one.ts', 'nodes/TextMe/pipeline/send.ts', OPERATIONS],
	['nodes/TextMe/options/two.ts', 'nodes/TextMe/parameters.ts', REQUESTS],
	['nodes/TextMe/options/three.ts', 'nodes/TextMe/parameters.ts', ALLOWED, 'type'],
	[
		'nodes/TextMe/options/four.ts',
		'nodes/TextMe/operations/sms/send.ts',
		'options-know-no-operation',
	],
	['nodes/TextMe/pipeline/one.ts', 'nodes/TextMeWatcher/look.ts', APART],
	['nodes/TextMe/pipeline/two.ts', 'nodes/TextMe/operations/sms/send.ts', ALLOWED],
	['nodes/TextMeWatcher/one.ts', 'nodes/TextMe/operations/sms/send.ts', APART],
	['nodes/TextMePollingTrigger/one.ts', 'nodes/TextMeTrigger/guard.ts', APART, 'type'],
	['nodes/TextMePollingTrigger/two.ts', 'nodes/memory/keyMemory.ts', ALLOWED],
	['nodes/events/one.ts', 'nodes/TextMeTrigger/guard.ts', 'shared-folders-know-no-node'],
	['gateway/one.ts', 'nodes/shared/replies.ts', 'gateway-is-pure'],
	['gateway/two.ts', 'gateway/dates.ts', ALLOWED],
	['sandbox/one.mts', 'gateway/dates.ts', 'sandbox-shares-no-code'],
	['nodes/shared/one.ts', 'sandbox/seed.mts', 'published-stands-alone'],
];

/** The rules that `npm run check:structure` finds broken in a project of these imports alone, by file. */
function brokenRules(): Map<string, string[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-textme-structure-'));
	try {
		for (const file of CONFIGURATION) {
			cpSync(path.join(ROOT, file), path.join(folder, file));
		}
		symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
		const put = (file: string, text: string) => {
			mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
			writeFileSync(path.join(folder, file), text);
		};
		for (const target of TARGETS)
			put(target, 'export type Thing = string; export const thing = 1;');
		for (const [file, target, , isType] of IMPORTS) {
			const to = path.relative(path.dirname(file), target).replace(/^(?!\.)/, './');
			const name = isType ? 'type { Thing }' : '{ thing }';
			const use = isType ? 'export type Own = Thing;' : 'export const own = thing;';
			put(file, `import ${name} from '${to.replace(/\.ts$/, '')}';\n${use}\n`);
		}
		const cruise = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
		const { stdout: report } = execaSync(
			process.execPath,
			[
				cruise,
				'--config',
				'.dependency-cruiser.mjs',
				'--output-type',
				'json',
				'nodes',
				'gateway',
				'sandbox',
			],
			{ cwd: folder },
		);
		const { summary } = JSON.parse(report) as {
			summary: { violations: Array<{ from: string; to: string; rule: { name: string } }> };
		};
		const broken = new Map<string, string[]>();
		for (const { from, rule } of summary.violations) {
			broken.set(from, [...(broken.get(from) ?? []), rule.name]);
		}
		return broken;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

let broken: Map<string, string[]>;
beforeAll(() => (broken = brokenRules()));

test.each(IMPORTS)('%s → %s, forbidden by: %s', (file, _, rule) => {
	const rules = (broken.get(file) ?? []).filter((name) => name !== 'no-orphans');
	if (rule === ALLOWED) expect(rules).toEqual([]);
	else expect(rules).toContain(rule);
});
