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
const shipment = same({ message: 'SMS will be sent', shipment_id: '700001' });
const PHONE = '0501234567';
const contact = { phone: PHONE, df1: 'Dana', df2: 'Haifa' };
const OTP = { phone: PHONE, source: 'TextMe' };
const CODE = { phone: PHONE, code: '012345' };
const LATER = smsTo(PHONE, { timing: '16/01/26 10:00' });
const changed = (how: string) => text(`The phone numbers have been ${how} successfully`);
const to = (destination: Fields) => ({ destinations: { destination } });
const inList = (destination: Fields) => ({ cl: { id: '21501', ...to(destination) } });
/** What comes before. */
const after = (root: string, fields: Fields) => ({
	setUp: (sandbox: Sandbox) => call(sandbox, root, fields),
});
const hasList = after('newCL', { cl: { name: 'Customers', ...to([contact] as never) } });
const hasBlocked = after('addNumBL', { phones: { phone: [PHONE] } });
const hasSent = {
	setUp: async (sandbox: Sandbox) => {
		await call(sandbox, 'sms', smsTo(withId(PHONE, 'order-1')));
		await sandbox.advanceClock(60_000);
	},
};
const byReseller = { by: SEEDED.reseller };

const REPORT = {
	external_id: 'order-1',
	status: '102',
	en_message: 'Delivered',
	date: '15/01/26 10:00',
	shipment_id: '700001',
};
/** XML names the Hebrew text otherwise, and leaves three fields out. */
const ONLY_IN_JSON = { source: 'TextMe', phone: PHONE, operator: 'Pelephone' };
const REPORTS = {
	json: { transactions: [{ ...REPORT, message_he: 'הגיע ליעד', ...ONLY_IN_JSON }] },
	xml: { transactions: { transaction: { ...REPORT, he_message: 'הגיע ליעד' } } },
};
const BALANCE = {
	message: 'Your balance is 100000 SMS, and 500.00 ILS for international messages',
	balance: '100000',
};
const CREATED = { message: 'contact list successfully created' };
const LIST = { id: '21501', name: 'Customers', count: '1' };
const NOW = '15/01/26 10:00';

const row = (
	root: string,
	reply: Pick<ReplyRow, 'json' | 'xml'>,
	fields: Fields = {},
	more: Partial<ReplyRow> = {},
): ReplyRow => ({ root, ...reply, fields, ...more });

/** A root, what it answers to which fields, and what comes before. */
export const REPLY_ROWS: readonly ReplyRow[] = [
	row('sms', shipment, smsTo(PHONE)),
	row('bulk', shipment, { messages: { sms: [smsTo(PHONE), smsTo('0521234567')] } }),
	row('send_otp', same({ message: 'The code was sent', code: '012345' }), OTP),
	row('validate_otp', text('The code is verified'), CODE, after('send_otp', OTP)),
	row('cancel', text('Campaign was cancelled'), { campaign_id: 700001 }, after('sms', LATER)),
	row(
		'get_birthday_campaigns',
		records('birthday_campaigns', 'birthday_campaign', [
			{ id: '5001', message: 'Happy birthday!', source: 'TextMe', time: '10:00' },
			{ id: '5002', message: 'יום הולדת שמח', source: 'TextMe', time: '09:30' },
		]),
	),
	row('edit_birthday_campaign', text('birthday campaign successfully updated'), {
		...{ campaign_id: '5001', message: 'Mazal tov' },
	}),
	row(
		'newCL',
		{
			json: { ...CREATED, identifiers: '21501' },
			xml: { ...CREATED, identifiers: { identifier: '21501' } },
		},
		{ cl: { name: 'One', ...to({ phone: PHONE }) } },
	),
	row('removeCL', text('contact list successfully removed'), { cl: { id: '21501' } }, hasList),
	row('addNumCL', changed('added'), inList({ phone: '0521234567' }), hasList),
	row('rmNumCL', changed('removed'), inList({ phone: '501234567' }), hasList),
	row('getCL', records('contact_lists', 'contact_list', [LIST]), {}, hasList),
	row(
		'getCLbyID',
		{
			json: { contact_list: { ...LIST, destinations: [contact] } },
			xml: { contact_list: { ...LIST, ...to(contact) } },
		},
		{ cl: { id: '21501' } },
		hasList,
	),
	row(
		'addNumBL',
		text('number has successfully added to blacklist'),
		{ phones: { phone: [PHONE, '0521234567'] } },
		{ status: 946 },
	),
	row(
		'rmNumBL',
		text('1 phone numbers Successfully deleted'),
		{ phones: { phone: PHONE }, reason: 'asked for it' },
		hasBlocked,
	),
	row(
		'blacklist',
		records('transactions', 'transaction', [{ phone: '050****567', date: NOW }]),
		TODAY,
		hasBlocked,
	),
	row('dlr', REPORTS, { transactions: { external_id: ['order-1', 'x'] }, ...TODAY }, hasSent),
	row('dlrByDate', REPORTS, { transactions: { external_id: 'null' }, ...TODAY }, hasSent),
	row(
		'incoming',
		records('transactions', 'transaction', [
			{ phone: '972501234567', date: NOW, message: 'כן & yes', dest: '0559000100' },
		]),
		TODAY,
		{ setUp: (s) => s.handsetReply({ phone: PHONE, text: 'כן & yes' }) },
	),
	row(
		'verify_phone',
		same({
			verify_message:
				'0521234567: follow the link sent to it by SMS; 36543210: call 035555555 from it',
		}),
		{ phone: ['0521234567', '36543210'] },
	),
	row(
		'getVerifiedPhones',
		records(
			'verified_phones',
			'verified_phone',
			['TextMe', '0559000100'].map((phone) => ({
				...{ phone, username: 'demo', assigned_date: NOW, updated_date: NOW },
			})),
		),
	),
	row('balance', {
		json: { ...BALANCE, international_balance: '500.00' },
		xml: { ...BALANCE, interantional_balance: '500.00' },
	}),
	row(
		'addSub',
		text('The user was created successfully'),
		{
			userDetails: {
				...{ name: 'New customer', username: 'customer', password: 'long enough' },
				...{ source: 'Shop', amount: '70000' },
			},
		},
		byReseller,
	),
	row(
		'updateAmountSub',
		text('Wallet successfully updated'),
		{ userDetails: { username: 'demo-sub', amount: 100 } },
		byReseller,
	),
	row(
		'getBlanceSubs',
		records('balances', 'balance', [
			{ username: 'demo-sub', amount: '500', money_amount: '500.00' },
			{ username: 'demo-sub-new', amount: '0', money_amount: '0.00' },
		]),
		{},
		byReseller,
	),
	row(
		'getApiToken',
		same({ message: 'sandbox-token-demo', expiration_date: '14/01/2028 10:00:00' }),
		{ username: 'demo', action: 'current' },
	),
];
