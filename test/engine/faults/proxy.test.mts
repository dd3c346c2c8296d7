import { testFaults } from './faultMatrix.mts';

testFaults('proxy');
