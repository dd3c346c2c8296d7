import { patientJestRun } from './jestRun.mts';
import { command, Steps } from './steps.mts';

const steps = new Steps();
if (await steps.step('Build', () => command('npm', ['run', 'build']))) {
	await steps.step("Tests in n8n's queue mode", () => patientJestRun(['queue']));
}
steps.finish();
