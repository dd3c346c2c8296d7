import type { Resource } from '../operation';
import { getBalance } from './account/getBalance';
import { create as createToken } from './apiToken/create';
import { getCurrent as getToken } from './apiToken/getCurrent';
import { getMany as getBirthdayCampaigns } from './birthdayCampaign/getMany';
import { update as updateBirthdayCampaign } from './birthdayCampaign/update';
import { add as block } from './blocklist/add';
import { getMany as getBlocklist } from './blocklist/getMany';
import { remove as unblock } from './blocklist/remove';
import { cancelById } from './campaign/cancelById';
import { cancelByName } from './campaign/cancelByName';
import { addContacts } from './contactList/addContacts';
import { create as createList } from './contactList/create';
import { deleteList } from './contactList/delete';
import { get as getList } from './contactList/get';
import { getMany as getLists } from './contactList/getMany';
import { removeContacts } from './contactList/removeContacts';
import { call as rawRequest } from './custom/call';
import { send as sendOtp } from './otp/send';
import { verify as verifyOtp } from './otp/verify';
import { getByDate } from './report/getByDate';
import { getByExternalId } from './report/getByExternalId';
import { getIncomingMessages } from './report/getIncomingMessages';
import { getMany as getSenders } from './sender/getMany';
import { verify as verifySender } from './sender/verify';
import { estimate as estimateSms } from './sms/estimate';
import { reply } from './sms/reply';
import { send as sendSms } from './sms/send';
import { sendAndWait } from './sms/sendAndWait';
import { sendBulk } from './sms/sendBulk';
import { create as createSubAccount } from './subAccount/create';
import { getBalances as getSubAccountBalances } from './subAccount/getBalances';
import { topUp as topUpSubAccount } from './subAccount/topUp';
import { send as sendVoice } from './voice/send';

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
		operations: [createList, addContacts, removeContacts, getList, getLists, deleteList],
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
