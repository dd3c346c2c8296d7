import { patientJestRun } from './jestRun.mts';
import { Steps } from './steps.mts';

const steps = new Steps();
await steps.step("Tests in n8n's queue mode", () => patientJestRun(['queue']));
steps.finish();
