import { testFaults } from './faultMatrix.mts';

testFaults('http');
