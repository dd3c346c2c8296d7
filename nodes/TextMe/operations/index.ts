import type { Resource } from '../operation';
import { account } from './account';
import { apiToken } from './apiToken';
import { birthdayCampaign } from './birthdayCampaign';
import { blocklist } from './blocklist';
import { campaign } from './campaign';
import { contactList } from './contactList';
import { custom } from './custom';
import { otp } from './otp';
import { report } from './report';
import { sender } from './sender';
import { sms } from './sms';
import { subAccount } from './subAccount';
import { voice } from './voice';

/** Everything the node offers. The first one is what a new node shows. */
export const resources: Resource[] = [
	sms,
	voice,
	otp,
	campaign,
	birthdayCampaign,
	contactList,
	blocklist,
	report,
	sender,
	account,
	subAccount,
	apiToken,
	custom,
];
