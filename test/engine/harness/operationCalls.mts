import type { INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../../nodes/TextMe/operation';
import { resources } from '../../../nodes/TextMe/operations';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import { call, smsTo, withId, type Fields } from '../../sandbox/call.mts';
import { oneContactList } from './oneContactList.mts';

export interface OperationCall {
	/** `resource.operation` */
	operation: string;
	/** The difference from another call of the same operation. */
	variant?: string;
	values: INodeParameters;
	/** The calling account; default: the seeded one. */
	as?: 'reseller';
	/** Prepares the sandbox, and returns the values that depend on it. */
	prepare?: (sandbox: Sandbox) => Promise<INodeParameters>;
}

// These must not contain the digits of the sandbox's first code, which tests would take for a leaked secret.
const PHONE = '0507654321';
export const OTHER_PHONE = '0527654321';
const BLOCKED_PHONE = '0533334444';
const DAY = { from: '2026-01-15T00:00', to: '2026-01-15T23:59' };
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const ask = async (sandbox: Sandbox, root: string, fields: Fields): Promise<Fields> =>
	(await call(sandbox, root, fields)).fields;

async function withList(sandbox: Sandbox): Promise<INodeParameters> {
	return { contactList: byId(await oneContactList(sandbox, { phone: PHONE })) };
}

async function withCampaign(sandbox: Sandbox): Promise<INodeParameters> {
	const later = { timing: '01/02/26 10:00', campaign_name: 'Spring' };
	const { shipment_id: id } = await ask(sandbox, 'sms', smsTo(OTHER_PHONE, later));
	return { campaignId: String(id) };
}

async function withCode(sandbox: Sandbox): Promise<INodeParameters> {
	await ask(sandbox, 'send_otp', { source: 'TextMe', phone: OTHER_PHONE, text: 'Code [code]' });
	return { code: sandbox.lastOtp(OTHER_PHONE) ?? '' };
}

async function withBlocked(sandbox: Sandbox): Promise<INodeParameters> {
	await ask(sandbox, 'addNumBL', { phones: { phone: BLOCKED_PHONE } });
	return {};
}

/** A delivered message with a reply. */
async function withConversation(sandbox: Sandbox): Promise<INodeParameters> {
	await ask(sandbox, 'sms', smsTo(withId(OTHER_PHONE, 'order-1'), { source: '0559000100' }));
	await sandbox.advanceClock(60_000);
	sandbox.handsetReply({ phone: OTHER_PHONE, text: 'Thanks' });
	return {};
}

const bulk: INodeParameters = {
	source: 'TextMe',
	phones: '={{ $json.phone }}',
	message: '=Hello {{ $json.name }}',
};

/** The input items of every call; only Send Bulk and Reply use them. */
export const CALL_ITEMS = [{ phone: OTHER_PHONE, name: 'Dana', to: '0559000100' }];

/** At least one call per operation. */
export const OPERATION_CALLS: readonly OperationCall[] = [
	{
		operation: 'sms.send',
		values: { source: 'TextMe', sendTo: 'phones', phones: PHONE, message: 'Hello' },
	},
	{
		operation: 'sms.estimate',
		values: { source: 'TextMe', sendTo: 'phones', phones: PHONE, message: 'Hello' },
	},
	{ operation: 'sms.reply', values: { message: 'Thank you' } },
	{ operation: 'sms.sendBulk', values: bulk },
	{
		operation: 'sms.sendAndWait',
		values: { source: 'TextMe', phones: PHONE, message: 'Approve?', responseType: 'approval' },
	},
	{
		operation: 'voice.send',
		values: { source: 'TextMe', sendTo: 'phones', phones: PHONE, message: 'Hello', reachBy: 4 },
	},
	{
		operation: 'otp.send',
		values: { source: 'TextMe', phone: OTHER_PHONE, text: 'Your code is [code]' },
	},
	{ operation: 'otp.verify', values: { phone: OTHER_PHONE }, prepare: withCode },
	{ operation: 'campaign.cancelById', values: {}, prepare: withCampaign },
	{
		operation: 'campaign.cancelByName',
		values: { campaignName: 'Spring' },
		prepare: withCampaign,
	},
	{ operation: 'birthdayCampaign.getMany', values: { returnAll: true } },
	{
		operation: 'birthdayCampaign.update',
		values: { campaignId: byId('5001'), message: 'Mazal tov!' },
	},
	{
		operation: 'contactList.create',
		values: { listName: 'Customers', phones: PHONE, contactFields: { df1: 'Dana' } },
	},
	{ operation: 'contactList.delete', values: {}, prepare: withList },
	{ operation: 'contactList.get', values: {}, prepare: withList },
	{ operation: 'contactList.getMany', values: { returnAll: true }, prepare: withList },
	{
		operation: 'contactList.addContacts',
		values: { phones: OTHER_PHONE, contactFields: {} },
		prepare: withList,
	},
	{ operation: 'contactList.removeContacts', values: { phones: PHONE }, prepare: withList },
	{ operation: 'blocklist.add', values: { phones: BLOCKED_PHONE } },
	{
		operation: 'blocklist.remove',
		values: { phones: BLOCKED_PHONE, reason: 'Asked by phone' },
		prepare: withBlocked,
	},
	{ operation: 'blocklist.getMany', values: { ...DAY, returnAll: true }, prepare: withBlocked },
	{
		operation: 'report.getByExternalId',
		values: { ...DAY, externalIds: 'order-1' },
		prepare: withConversation,
	},
	{ operation: 'report.getByDate', values: { ...DAY, returnAll: true }, prepare: withConversation },
	{
		operation: 'report.getIncomingMessages',
		values: { ...DAY, returnAll: true },
		prepare: withConversation,
	},
	{ operation: 'sender.verify', values: { phones: '0501112222' } },
	{ operation: 'sender.getMany', values: { returnAll: true } },
	{ operation: 'account.getBalance', values: { balanceOf: 'sms' } },
	{
		operation: 'subAccount.create',
		as: 'reseller',
		values: {
			name: 'Haifa branch',
			username: 'branch-haifa',
			password: 'pass-Haifa-1948',
			source: 'TextMe',
			credits: 10,
		},
	},
	{
		operation: 'subAccount.topUp',
		as: 'reseller',
		values: { username: 'demo-sub', topUpWith: 'credits', amount: 5 },
	},
	{ operation: 'subAccount.getBalances', as: 'reseller', values: {} },
	{ operation: 'apiToken.create', values: { username: '' } },
	{ operation: 'apiToken.getCurrent', values: { username: '' } },
	{
		operation: 'custom.call',
		values: {
			root: 'sms',
			body: JSON.stringify({ source: 'TextMe', destinations: { phone: PHONE }, message: 'Hello' }),
		},
	},
];

/** Every operation by `resource.operation`. */
export const OPERATIONS = new Map(
	resources.flatMap(({ value, operations }) =>
		operations.map((operation): [string, Operation] => [`${value}.${operation.value}`, operation]),
	),
);

export const callName = ({ operation, variant }: OperationCall): string =>
	variant === undefined ? operation : `${operation}, ${variant}`;

export const byName = (calls: readonly OperationCall[]) =>
	calls.map((call) => [callName(call), call] as const);

/** A call's items and account. A link must open on a phone, unless the gateway is on this machine too. */
export const runOptionsOf = ({ as }: Pick<OperationCall, 'as'>, sandbox: Sandbox) => ({
	items: CALL_ITEMS,
	account: sandbox[as ?? 'account'],
	webhookWaitingBaseUrl: 'https://n8n.example/webhook-waiting',
});

export async function parametersOf(
	{ operation, values, prepare }: OperationCall,
	sandbox: Sandbox,
	options: INodeParameters = {},
): Promise<INodeParameters> {
	const [resource = '', name = ''] = operation.split('.');
	const prepared = await prepare?.(sandbox);
	return { resource, operation: name, ...values, ...prepared, options };
}
