import { testFaults } from './faultMatrix.mts';

testFaults('network');
