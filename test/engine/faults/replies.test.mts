import { testFaults } from './faultMatrix.mts';

testFaults('replies');
