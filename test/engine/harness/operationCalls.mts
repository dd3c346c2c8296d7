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

const callOf = (
	operation: string,
	values: INodeParameters = {},
	prepare?: OperationCall['prepare'],
): OperationCall => ({ operation, values, prepare });

const byReseller = (operation: string, values: INodeParameters = {}): OperationCall => ({
	...{ operation, values, as: 'reseller' },
});

/** At least one call per operation. */
export const OPERATION_CALLS: readonly OperationCall[] = [
	callOf('sms.send', { source: 'TextMe', sendTo: 'phones', phones: PHONE, message: 'Hello' }),
	callOf('sms.estimate', { source: 'TextMe', sendTo: 'phones', phones: PHONE, message: 'Hello' }),
	callOf('sms.reply', { message: 'Thank you' }),
	callOf('sms.sendBulk', bulk),
	callOf('sms.sendAndWait', {
		source: 'TextMe',
		phones: PHONE,
		message: 'Approve?',
		responseType: 'approval',
	}),
	callOf('voice.send', {
		source: 'TextMe',
		sendTo: 'phones',
		phones: PHONE,
		message: 'Hello',
		reachBy: 4,
	}),
	callOf('otp.send', { source: 'TextMe', phone: OTHER_PHONE, text: 'Your code is [code]' }),
	callOf('otp.verify', { phone: OTHER_PHONE }, withCode),
	callOf('campaign.cancelById', {}, withCampaign),
	callOf('campaign.cancelByName', { campaignName: 'Spring' }, withCampaign),
	callOf('birthdayCampaign.getMany', { returnAll: true }),
	callOf('birthdayCampaign.update', { campaignId: byId('5001'), message: 'Mazal tov!' }),
	callOf('contactList.create', {
		listName: 'Customers',
		phones: PHONE,
		contactFields: { df1: 'Dana' },
	}),
	callOf('contactList.delete', {}, withList),
	callOf('contactList.get', {}, withList),
	callOf('contactList.getMany', { returnAll: true }, withList),
	callOf('contactList.addContacts', { phones: OTHER_PHONE, contactFields: {} }, withList),
	callOf('contactList.removeContacts', { phones: PHONE }, withList),
	callOf('blocklist.add', { phones: BLOCKED_PHONE }),
	callOf('blocklist.remove', { phones: BLOCKED_PHONE, reason: 'Asked by phone' }, withBlocked),
	callOf('blocklist.getMany', { ...DAY, returnAll: true }, withBlocked),
	callOf('report.getByExternalId', { ...DAY, externalIds: 'order-1' }, withConversation),
	callOf('report.getByDate', { ...DAY, returnAll: true }, withConversation),
	callOf('report.getIncomingMessages', { ...DAY, returnAll: true }, withConversation),
	callOf('sender.verify', { phones: '0501112222' }),
	callOf('sender.getMany', { returnAll: true }),
	callOf('account.getBalance', { balanceOf: 'sms' }),
	byReseller('subAccount.create', {
		name: 'Haifa branch',
		username: 'branch-haifa',
		password: 'pass-Haifa-1948',
		source: 'TextMe',
		credits: 10,
	}),
	byReseller('subAccount.topUp', { username: 'demo-sub', topUpWith: 'credits', amount: 5 }),
	byReseller('subAccount.getBalances'),
	callOf('apiToken.create', { username: '' }),
	callOf('apiToken.getCurrent', { username: '' }),
	callOf('custom.call', {
		root: 'sms',
		body: JSON.stringify({ source: 'TextMe', destinations: { phone: PHONE }, message: 'Hello' }),
	}),
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
