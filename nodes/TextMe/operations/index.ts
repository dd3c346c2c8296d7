import type { Resource } from '../operation';
import { account } from './account';
import { custom } from './custom';
import { sms } from './sms';

/** Everything the node offers. The first one is what a new node shows. */
export const resources: Resource[] = [sms, account, custom];
