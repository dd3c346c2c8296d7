import { testFaults } from './faultMatrix.mts';

testFaults('time');
