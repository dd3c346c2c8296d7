// The replies about contact lists, the blocklist and reports.
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { call, smsTo, TODAY, withId } from './call.mts';
import { records, text, type ReplyRow } from './replyRow.mts';

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
/** XML has another name for the Hebrew text, and lacks three fields. */
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

export const RECORD_REPLIES: readonly ReplyRow[] = [
	{
		root: 'newCL',
		fields: { cl: { name: 'One', destinations: { destination: { phone: '0501234567' } } } },
		json: { message: 'contact list successfully created', identifiers: '21501' },
		xml: {
			message: 'contact list successfully created',
			identifiers: { identifier: '21501' },
		},
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
		json: {
			contact_list: { id: '21501', name: 'Customers', count: '1', destinations: [contact] },
		},
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
			{
				phone: '972501234567',
				date: '15/01/26 10:00',
				message: 'כן & yes',
				dest: '0559000100',
			},
		]),
	},
];
