import type * as shortWaits from '../harness/shortWaits.mts';
import { testFaults } from './faultMatrix.mts';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof shortWaits>('../harness/shortWaits.mts').withShortWaits(),
);

testFaults('proxy');
