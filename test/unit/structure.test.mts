import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { execaSync } from 'execa';

const ROOT = path.join(__dirname, '../..');
const CONFIGURATION = [
	'.dependency-cruiser.mjs',
	'package.json',
	'tsconfig.json',
	'tsconfig.tests.json',
];

/** A file of each layer, from below. */
const LAYERS = [
	'gateway/dates.ts',
	'nodes/planning/sendingHours.ts',
	'nodes/shared/request.ts',
	'nodes/memory/keyMemory.ts',
	'nodes/sending/text.ts',
	'nodes/answers/question.ts',
	'nodes/waiting/wait.ts',
	'nodes/events/arrival.ts',
	'nodes/TextMe/parameters/parameters.ts',
	'nodes/TextMe/agent/tool.ts',
	'nodes/TextMe/options/common.ts',
	'nodes/TextMe/operations/sms/send.ts',
	'nodes/TextMe/pipeline/stages.ts',
	'nodes/TextMe/TextMe.node.ts',
];

const UP = 'no-import-upwards';
const ACTS = 'operations-do-nothing';
const APART = 'node-folders-are-apart';
const ALLOWED = 'no rule';

type Import = [file: string, target: string, rule: string, isType?: 'type'];

/** A file beside that one. */
const beside = (file: string, name: string) => path.join(path.dirname(file), name);

/** Who imports what, and the rule that forbids it. */
const IMPORTS: Import[] = [
	...LAYERS.slice(1).flatMap((upper, at): Import[] => {
		const lower = LAYERS[at] as string;
		return [
			[beside(lower, `up${at}.ts`), upper, UP],
			[beside(lower, `upByType${at}.ts`), upper, UP, 'type'],
		];
	}),
	['nodes/shared/up.ts', 'nodes/TextMeTrigger/guard.ts', UP],
	['gateway/upToTheTop.ts', 'nodes/TextMe/TextMe.node.ts', UP, 'type'],
	['nodes/TextMe/operation.ts', 'nodes/TextMe/options/common.ts', UP, 'type'],
	['nodes/TextMe/operations/sms/up.ts', 'nodes/TextMe/search.ts', UP],
	['nodes/TextMe/describe.ts', 'nodes/TextMe/pipeline/stages.ts', UP],
	['nodes/TextMe/stray.ts', 'gateway/dates.ts', 'in-a-layer'],
	['nodes/TextMe/pipeline/down.ts', 'nodes/TextMe/operations/sms/send.ts', ALLOWED],
	['nodes/TextMe/operations/sms/down.ts', 'nodes/shared/replies.ts', ALLOWED],
	['nodes/TextMe/operations/sms/acts.ts', 'nodes/shared/request.ts', ACTS],
	['nodes/TextMe/operations/sms/remembers.ts', 'nodes/memory/keyMemory.ts', ACTS],
	['nodes/TextMe/options/reads.ts', 'nodes/TextMe/parameters/parameters.ts', ACTS],
	['nodes/TextMe/options/knows.ts', 'nodes/TextMe/parameters/parameters.ts', ALLOWED, 'type'],
	['nodes/TextMe/pipeline/one.ts', 'nodes/TextMeWatcher/look.ts', APART],
	['nodes/TextMeWatcher/one.ts', 'nodes/TextMe/operations/sms/send.ts', APART],
	['nodes/TextMePollingTrigger/one.ts', 'nodes/TextMeTrigger/guard.ts', APART, 'type'],
	['nodes/TextMePollingTrigger/two.ts', 'nodes/memory/keyMemory.ts', ALLOWED],
	['gateway/one.ts', 'n8n-workflow', 'gateway-is-pure', 'type'],
	['gateway/two.ts', 'gateway/dates.ts', ALLOWED],
	['nodes/planning/one.ts', 'n8n-workflow', 'planning-is-pure'],
	['nodes/planning/two.ts', 'luxon', ALLOWED],
	['nodes/shared/parser.ts', 'fast-xml-parser', 'one-parser'],
	['nodes/shared/host.ts', 'n8n-workflow', ALLOWED],
	['nodes/shared/package.ts', 'axios', 'published-has-its-host-only'],
	['sandbox/package.mts', 'undeclared', 'no-undeclared-package'],
	['nodes/shared/one.ts', 'sandbox/seed.mts', 'published-stands-alone'],
	['sandbox/one.mts', 'gateway/dates.ts', 'sandbox-shares-no-code'],
	['sandbox/two.mts', 'sandbox/seed.mts', ALLOWED],
	['sandbox/three.mts', 'sandbox/gone.mts', 'nothing-missing'],
	// A circle is reported once.
	['nodes/events/hen.ts', 'nodes/events/egg.ts', ALLOWED],
	['nodes/events/egg.ts', 'nodes/events/hen.ts', 'no-circles', 'type'],
];

const isPackage = (target: string) => !target.includes('/');

/** The rules that `npm run check:structure` finds broken in a project of these imports alone, by file. */
function brokenRules(): Map<string, string[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-textme-structure-'));
	try {
		for (const file of CONFIGURATION) {
			cpSync(path.join(ROOT, file), path.join(folder, file));
		}
		const put = (file: string, text: string) => {
			mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
			writeFileSync(path.join(folder, file), text);
		};
		put('sandbox/alone.mts', 'export const alone = 1;');
		for (const [, target] of IMPORTS) {
			if (isPackage(target)) put(`node_modules/${target}/index.js`, 'exports.thing = 1;');
			else if (!target.includes('gone'))
				put(target, 'export type Thing = string; export const thing = 1;');
		}
		for (const [file, target, , isType] of IMPORTS) {
			const to = isPackage(target) ? target : path.relative(path.dirname(file), target);
			const name = isType ? 'type { Thing }' : '{ thing }';
			const use = isType ? 'export type Own = Thing;' : 'export const own = thing;';
			const from = to.replace(/^(?=\w.*\/|\w[^/]*\.)/, './').replace(/\.ts$/, '');
			put(file, `import ${name} from '${from}';\n${use}\n`);
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

test.each(IMPORTS)('refuses the import %s → %s by: %s', (file, _, rule) => {
	const rules = broken.get(file) ?? [];
	if (rule === ALLOWED) expect(rules).toEqual([]);
	else expect(rules).toContain(rule);
});

test('finds a file that nothing imports', () => {
	expect(broken.get('sandbox/alone.mts')).toEqual(['no-orphans']);
});
