import { jestRun } from './jestRun.mts';
import { command, Steps } from './steps.mts';

const steps = new Steps();
if (await steps.step('Build', () => command('npm', ['run', 'build']))) {
	await steps.step('e2e tests in a real n8n', () => jestRun(process.execPath, 'e2e'));
}
steps.finish();
