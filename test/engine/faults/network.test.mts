import '../harness/noWaits.mts';

import { testFaults } from './faultMatrix.mts';

testFaults('network');
