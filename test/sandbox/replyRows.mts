// The success of every root of the service, with all its fields, in either encoding.
import { SEEDED, type Credentials } from '../../sandbox/seed.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { call, smsTo, TODAY, withId, type Fields } from './call.mts';

interface ReplyRow {
	root: string;
	fields?: Fields;
	by?: Credentials;
	setUp?: (sandbox: Sandbox) => unknown;
	/** 0 when left out. */
	status?: number;
	json: Fields;
	xml: Fields;
}

const same = (fields: Fields) => ({ json: fields, xml: fields });
const text = (message: string) => same({ message });
/** A list: an array in JSON, an element of elements in XML. */
const records = (name: string, item: string, list: readonly Fields[]) => ({
	json: { [name]: list },
	xml: { [name]: { [item]: list.length === 1 ? list[0] : list } },
});
const shipment = { message: 'SMS will be sent', shipment_id: '700001' };
const contact = { phone: '0501234567', df1: 'Dana', df2: 'Haifa' };
const list = (sandbox: Sandbox) =>
	call(sandbox, 'newCL', { cl: { name: 'Customers', destinations: { destination: [contact] } } });
const blocked = (sandbox: Sandbox) =>
	call(sandbox, 'addNumBL', { phones: { phone: ['0501234567'] } });

export const sent = async (sandbox: Sandbox) => {
	await call(sandbox, 'sms', smsTo(withId('0501234567', 'order-1')));
	await sandbox.advanceClock(60_000);
};

const REPORT = {
	external_id: 'order-1',
	status: '102',
	en_message: 'Delivered',
	date: '15/01/26 10:00',
	shipment_id: '700001',
};
/** XML names the Hebrew text otherwise, and leaves three fields out. */
const REPORTS = {
	json: {
		transactions: [
			{
				...REPORT,
				message_he: 'הגיע ליעד',
				source: 'TextMe',
				phone: '0501234567',
				operator: 'Pelephone',
			},
		],
	},
	xml: { transactions: { transaction: { ...REPORT, he_message: 'הגיע ליעד' } } },
};

export const REPLY_ROWS: readonly ReplyRow[] = [
	{ root: 'sms', fields: smsTo('0501234567'), ...same(shipment) },
	{
		root: 'bulk',
		fields: { messages: { sms: [smsTo('0501234567'), smsTo('0521234567')] } },
		...same(shipment),
	},
	{
		root: 'send_otp',
		fields: { phone: '0501234567', source: 'TextMe' },
		...same({ message: 'The code was sent', code: '012345' }),
	},
	{
		root: 'validate_otp',
		setUp: (s) => call(s, 'send_otp', { phone: '0501234567', source: 'TextMe' }),
		fields: { phone: '0501234567', code: '012345' },
		...text('The code is verified'),
	},
	{
		root: 'cancel',
		setUp: (s) => call(s, 'sms', smsTo('0501234567', { timing: '16/01/26 10:00' })),
		fields: { campaign_id: 700001 },
		...text('Campaign was cancelled'),
	},
	{
		root: 'get_birthday_campaigns',
		...records('birthday_campaigns', 'birthday_campaign', [
			{ id: '5001', message: 'Happy birthday!', source: 'TextMe', time: '10:00' },
			{ id: '5002', message: 'יום הולדת שמח', source: 'TextMe', time: '09:30' },
		]),
	},
	{
		root: 'edit_birthday_campaign',
		fields: { campaign_id: '5001', message: 'Mazal tov' },
		...text('birthday campaign successfully updated'),
	},

	{
		root: 'newCL',
		fields: { cl: { name: 'One', destinations: { destination: { phone: '0501234567' } } } },
		json: { message: 'contact list successfully created', identifiers: '21501' },
		xml: { message: 'contact list successfully created', identifiers: { identifier: '21501' } },
	},
	{
		root: 'removeCL',
		setUp: list,
		fields: { cl: { id: '21501' } },
		...text('contact list successfully removed'),
	},
	{
		root: 'addNumCL',
		setUp: list,
		fields: { cl: { id: '21501', destinations: { destination: { phone: '0521234567' } } } },
		...text('The phone numbers have been added successfully'),
	},
	{
		root: 'rmNumCL',
		setUp: list,
		fields: { cl: { id: '21501', destinations: { destination: { phone: '501234567' } } } },
		...text('The phone numbers have been removed successfully'),
	},
	{
		root: 'getCL',
		setUp: list,
		...records('contact_lists', 'contact_list', [{ id: '21501', name: 'Customers', count: '1' }]),
	},
	{
		root: 'getCLbyID',
		setUp: list,
		fields: { cl: { id: '21501' } },
		json: { contact_list: { id: '21501', name: 'Customers', count: '1', destinations: [contact] } },
		xml: {
			contact_list: {
				id: '21501',
				name: 'Customers',
				count: '1',
				destinations: { destination: contact },
			},
		},
	},
	{
		root: 'addNumBL',
		fields: { phones: { phone: ['0501234567', '0521234567'] } },
		status: 946,
		...text('number has successfully added to blacklist'),
	},
	{
		root: 'rmNumBL',
		setUp: blocked,
		fields: { phones: { phone: '0501234567' }, reason: 'asked for it' },
		...text('1 phone numbers Successfully deleted'),
	},
	{
		root: 'blacklist',
		setUp: blocked,
		fields: TODAY,
		...records('transactions', 'transaction', [{ phone: '050****567', date: '15/01/26 10:00' }]),
	},
	{
		root: 'dlr',
		setUp: sent,
		fields: { transactions: { external_id: ['order-1', 'unknown'] }, ...TODAY },
		...REPORTS,
	},
	{
		root: 'dlrByDate',
		setUp: sent,
		fields: { transactions: { external_id: 'null' }, ...TODAY },
		...REPORTS,
	},
	{
		root: 'incoming',
		setUp: (s) => s.handsetReply({ phone: '0501234567', text: 'כן & yes' }),
		fields: TODAY,
		...records('transactions', 'transaction', [
			{ phone: '972501234567', date: '15/01/26 10:00', message: 'כן & yes', dest: '0559000100' },
		]),
	},

	{
		root: 'verify_phone',
		fields: { phone: ['0521234567', '36543210'] },
		...same({
			verify_message:
				'0521234567: follow the link sent to it by SMS; 36543210: call 035555555 from it',
		}),
	},
	{
		root: 'getVerifiedPhones',
		...records(
			'verified_phones',
			'verified_phone',
			['TextMe', '0559000100'].map((phone) => ({
				phone,
				username: 'demo',
				assigned_date: '15/01/26 10:00',
				updated_date: '15/01/26 10:00',
			})),
		),
	},
	{
		root: 'balance',
		json: {
			message: 'Your balance is 100000 SMS, and 500.00 ILS for international messages',
			balance: '100000',
			international_balance: '500.00',
		},
		xml: {
			message: 'Your balance is 100000 SMS, and 500.00 ILS for international messages',
			balance: '100000',
			interantional_balance: '500.00',
		},
	},
	{
		root: 'addSub',
		by: SEEDED.reseller,
		fields: {
			userDetails: {
				name: 'New customer',
				username: 'customer',
				password: 'long enough',
				source: 'Shop',
				amount: '70000',
			},
		},
		...text('The user was created successfully'),
	},
	{
		root: 'updateAmountSub',
		by: SEEDED.reseller,
		fields: { userDetails: { username: 'demo-sub', amount: 100 } },
		...text('Wallet successfully updated'),
	},
	{
		root: 'getBlanceSubs',
		by: SEEDED.reseller,
		...records('balances', 'balance', [
			{ username: 'demo-sub', amount: '500', money_amount: '500.00' },
			{ username: 'demo-sub-new', amount: '0', money_amount: '0.00' },
		]),
	},
	{
		root: 'getApiToken',
		fields: { username: 'demo', action: 'current' },
		...same({ message: 'sandbox-token-demo', expiration_date: '14/01/2028 10:00:00' }),
	},
];
