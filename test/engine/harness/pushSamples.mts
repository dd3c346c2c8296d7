import { writeTime } from '../../../sandbox/israelTime.mts';
import { INCOMING as TEXT } from '../../unit/gateway/pushes.mts';

export { BLOCKED as BLOCK, REPORT } from '../../unit/gateway/pushes.mts';
export const INCOMING = { ...TEXT, message: 'כן, stop & go + more', dest: '0559000100' };

/** The current time, as in pushes. */
export const nowFields = () => writeTime(Date.now(), 'second');
