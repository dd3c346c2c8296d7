import { availableParallelism, freemem } from 'node:os';
import { parseArgs } from 'node:util';
import { isImage } from '../demo/n8nContainer.mts';
import { N8N_3_PREVIEW, N8N_CHOICE } from '../demo/n8nInstall.mts';
import { node24 } from '../demo/node24.mts';
import { jestRun } from './jestRun.mts';
import { SHORT_FORMS } from './shortForms.mts';
import { command, Steps } from './steps.mts';

// `-- --n8n 3-preview` tests with the changes of n8n 3, `-- --n8n IMAGE` in a container.
// Several are tested side by side.
const { n8n: choices } = parseArgs({
	options: { n8n: { type: 'string', multiple: true, default: ['newest'] } },
}).values;

/** Tests of everything the three patches change: how nodes are loaded and installed, and who may call a sub-workflow. */
const TOUCHED_BY_N8N_3 = [
	'n8n3Preview',
	'communityNodes',
	'pushTrigger',
	'sendAndWait',
	'waitForDelivery',
	'agentTool',
];
const DEMO = 'test/e2e/demo';
/** The most n8n's at the same time. They mostly wait, so three for each processor do; each takes up to 900 MB. */
const N8NS = Math.min(3 * availableParallelism(), Math.floor(freemem() / 900_000_000));
/** Tests that show that the chosen n8n is the one that runs. */
const ONLY_IN: Record<string, string> = { [N8N_3_PREVIEW]: 'n8n3Preview' };

const steps = new Steps();
if (await steps.step('Build', () => command('npm', ['run', 'build']))) {
	await Promise.all([
		...choices.map((n8n) => steps.step(`e2e tests in a real n8n, ${n8n}`, () => e2eTests(n8n))),
		...(choices.includes('newest') ? [shortForms().then(unitsOnNode24)] : []),
	]);
	// The demo builds the package again. No other test may see a half-done build.
	if (choices.includes('newest')) {
		await steps.step('The demo', () =>
			jestRun(process.execPath, ['e2e'], ['--testPathPatterns', DEMO]),
		);
	}
}
steps.finish();

async function e2eTests(n8n: string) {
	const elsewhere = Object.entries(ONLY_IN).flatMap(([only, name]) => (only === n8n ? [] : [name]));
	// Nothing can be imported from an n8n in a container.
	const notHere = isImage(n8n) ? ['oneEvaluation'] : [];
	const others = [...elsewhere, ...notHere].map((name) => `test/e2e/${name}\\.`);
	const chosen =
		n8n === N8N_3_PREVIEW
			? ['--testPathPatterns', ...TOUCHED_BY_N8N_3.map((name) => `test/e2e/${name}\\.test`)]
			: ['--testPathIgnorePatterns', DEMO, ...others];
	// The sandbox's page does not depend on the n8n.
	const projects = n8n === 'newest' ? ['browser', 'e2e'] : ['e2e'];
	const workers = Math.max(1, Math.floor(N8NS / choices.length));
	return await jestRun(process.execPath, projects, chosen, { workers, env: { [N8N_CHOICE]: n8n } });
}

async function shortForms() {
	for (const [name, args] of Object.entries(SHORT_FORMS)) {
		const [file = '', ...words] = name.split(' ');
		const dashes = file === 'npm' ? ['--'] : [];
		await steps.step(`${name}, in short`, () => command(file, [...words, ...dashes, ...args]));
	}
}

/** n8n runs on Node 24, `npm test` on the Node that you have. */
async function unitsOnNode24() {
	await steps.step('Unit tests, Node 24', async () => {
		const { binary } = await node24((text) => console.log(text));
		return await jestRun(binary, ['unit'], [], { workers: 1 });
	});
}
