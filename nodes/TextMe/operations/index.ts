import type { Resource } from '../operation';
import { getBalance } from './account/getBalance';
import { createToken, getToken } from './apiToken/token';
import { updateBirthdayCampaign } from './birthdayCampaign/update';
import { block, unblock } from './blocklist/numbers';
import { cancelById, cancelByName } from './campaign/cancel';
import { addContacts, createList, deleteList, getList, removeContacts } from './contactList/lists';
import { rawRequest } from './custom/call';
import {
	getBirthdayCampaigns,
	getBlocklist,
	getContactLists,
	getIncomingMessages,
	getSenders,
} from './listings';
import { sendOtp, verifyOtp } from './otp/otp';
import { getByDate, getByExternalId } from './report/reports';
import { verifySender } from './sender/verify';
import { estimateSms } from './sms/estimate';
import { reply } from './sms/reply';
import { sendSms } from './sms/send';
import { sendAndWait } from './sms/sendAndWait';
import { sendBulk } from './sms/sendBulk';
import { createSubAccount, getSubAccountBalances, topUpSubAccount } from './subAccount/subAccount';
import { sendVoice } from './voice/send';

/** The node's resources and operations, in the order of its drop-downs. A new node shows the first. */
export const resources: Resource[] = [
	{ name: 'SMS', value: 'sms', operations: [sendSms, sendBulk, reply, sendAndWait, estimateSms] },
	{ name: 'Voice', value: 'voice', operations: [sendVoice] },
	{ name: 'OTP', value: 'otp', operations: [sendOtp, verifyOtp] },
	{ name: 'Campaign', value: 'campaign', operations: [cancelById, cancelByName] },
	{
		name: 'Birthday Campaign',
		value: 'birthdayCampaign',
		operations: [getBirthdayCampaigns, updateBirthdayCampaign],
	},
	{
		name: 'Contact List',
		value: 'contactList',
		operations: [createList, addContacts, removeContacts, getList, getContactLists, deleteList],
	},
	{ name: 'Blocklist', value: 'blocklist', operations: [block, unblock, getBlocklist] },
	{
		name: 'Report',
		value: 'report',
		operations: [getByExternalId, getByDate, getIncomingMessages],
	},
	{ name: 'Sender', value: 'sender', operations: [getSenders, verifySender] },
	{ name: 'Account', value: 'account', operations: [getBalance] },
	{
		name: 'Sub-Account',
		value: 'subAccount',
		operations: [createSubAccount, getSubAccountBalances, topUpSubAccount],
	},
	{ name: 'API Token', value: 'apiToken', operations: [createToken, getToken] },
	{ name: 'Raw Request', value: 'custom', operations: [rawRequest] },
];
