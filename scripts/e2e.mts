import { jestRun } from './jestRun.mts';
import { Steps } from './steps.mts';

const steps = new Steps();
await steps.step(`e2e tests in a real n8n`, () => jestRun(process.execPath, 'e2e'));
steps.finish();
