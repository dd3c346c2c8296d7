import { parseArgs } from 'node:util';
import { N8N_CHOICE } from '../demo/n8nInstall.mts';
import { jestRun } from './jestRun.mts';
import { SHORT_FORMS } from './shortForms.mts';
import { command, Steps } from './steps.mts';

// `-- --n8n 1`: in the newest n8n 1.x.
const { values } = parseArgs({ options: { n8n: { type: 'string' } } });
if (values.n8n) process.env[N8N_CHOICE] = values.n8n;

const steps = new Steps();
await steps.step("The sandbox's page in a browser", () => jestRun(process.execPath, 'browser'));
if (await steps.step('Build', () => command('npm', ['run', 'build']))) {
	// It builds anew, which no other test may see half done.
	const demo = 'test/e2e/demo';
	await steps.step('The demo', () => jestRun(process.execPath, 'e2e', '--testPathPatterns', demo));
	await steps.step('e2e tests in a real n8n', () =>
		jestRun(process.execPath, 'e2e', '--testPathIgnorePatterns', demo),
	);
	// They bring the newest n8n only.
	for (const [name, args] of values.n8n ? [] : Object.entries(SHORT_FORMS)) {
		const [npm = '', ...words] = name.split(' ');
		await steps.step(`${name}, in short`, () => command(npm, [...words, '--', ...args]));
	}
}
steps.finish();
