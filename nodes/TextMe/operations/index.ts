import type { Resource } from '../operation';
import { account } from './account';
import { birthdayCampaign } from './birthdayCampaign';
import { campaign } from './campaign';
import { custom } from './custom';
import { report } from './report';
import { sms } from './sms';

/** Everything the node offers. The first one is what a new node shows. */
export const resources: Resource[] = [sms, campaign, birthdayCampaign, report, account, custom];
