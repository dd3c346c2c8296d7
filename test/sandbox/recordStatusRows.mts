// The statuses other than 0 of codes, reports, lists, the blocklist and campaigns.
import { SEEDED } from '../../sandbox/seed.mts';
import { call, PHONE, smsTo, TODAY } from './call.mts';
import {
	answersOf,
	block,
	lacking,
	otp,
	query,
	rows,
	scheduled,
	type StatusRow,
} from './statusRow.mts';

const BIRTHDAY = 'edit_birthday_campaign';
const THIS_CAMPAIGN = { campaign_id: '700001' };
const cancel = answersOf('cancel');
const reports = answersOf('dlr');
const overAWeek = { ...query, from: '01/01/26 00:00' };

export const RECORD_ROWS: readonly StatusRow[] = [
	lacking('from', 'dlr', { ...query, from: '' }),
	lacking('transactions', 'dlrByDate', TODAY),
	...[lacking('to', 'incoming', { from: TODAY.from }), lacking('cl', 'newCL')],
	lacking('name', 'newCL', { cl: rows(PHONE) }),
	...[lacking('destinations', 'newCL', { cl: { name: 'x' } }), lacking('cl.id', 'getCLbyID')],
	...[lacking('cl.id', 'removeCL', { cl: { name: 'x' } }), lacking('phones', 'addNumBL')],
	lacking('reason', 'rmNumBL', { phones: { phone: PHONE } }),
	...[lacking('campaign_id', 'cancel'), lacking('campaign_id', BIRTHDAY)],
	lacking('message', BIRTHDAY, { campaign_id: 5001 }),
	lacking('phone', 'send_otp', { source: 'TextMe' }),
	lacking('code', 'validate_otp', { phone: PHONE }),
	answersOf('newCL')(9, 'a row has no phone', {
		cl: { name: 'x', destinations: { destination: { df1: 'Dana' } } },
	}),
	answersOf('addNumBL')(933, 'a number is wrong', { phones: { phone: '050' } }),
	answersOf('rmNumBL', { setUp: block })(
		944,
		'some were not listed',
		{ phones: { phone: [PHONE, '0521234567'] }, reason: 'x' },
		{ names: '1 phone numbers Successfully deleted, 1 Phone numbers not exist in blacklist' },
	),
	answersOf('addNumBL')(946, 'numbers were blocked', { phones: { phone: PHONE } }),
	cancel(955, 'the campaign was cancelled', THIS_CAMPAIGN, {
		setUp: async (s) => {
			await scheduled('x')(s);
			await call(s, 'cancel', THIS_CAMPAIGN);
		},
	}),
	cancel(966, 'the campaign was sent', THIS_CAMPAIGN, {
		setUp: (s) => call(s, 'sms', smsTo(PHONE)),
	}),
	cancel(970, 'the campaign resists', THIS_CAMPAIGN, { setUp: scheduled('Sale #nocancel') }),
	cancel(977, 'there is no such campaign', THIS_CAMPAIGN),
	cancel(977, 'the campaign is not theirs', THIS_CAMPAIGN, {
		by: SEEDED.otherUser,
		setUp: scheduled('x'),
	}),
	cancel(977, 'nothing has that name', { campaign_name: 'Sale' }),
	answersOf(BIRTHDAY)(977, 'there is no such campaign', { campaign_id: 1, message: 'x' }),
	answersOf('removeCL')(988, 'there is no such list', { cl: { id: '1' } }),
	answersOf(BIRTHDAY)(989, 'the text is empty', { campaign_id: 5001, message: '' }),
	reports(998, 'the window is over a week', overAWeek, { names: 'week' }),
	reports(
		998,
		'there are over 1000 ids',
		{ ...TODAY, transactions: { external_id: Array.from({ length: 1001 }, (_, n) => `id-${n}`) } },
		{ names: '1000' },
	),
	answersOf('send_otp')(9, 'a phone is too short', otp({ phone: '0501' })),
	answersOf('validate_otp')(
		12,
		'the code is wrong',
		{ phone: PHONE, code: '999999' },
		{ setUp: (s) => call(s, 'send_otp', otp({})) },
	),
	answersOf('send_otp')(515, 'the source is unknown', otp({ source: 'Stranger' })),
	...[{ max_tries: 6 }, { valid_time: 0 }, { text: 'no place for it' }].map((more) =>
		answersOf('send_otp')(998, `an option is ${JSON.stringify(more)}`, otp(more)),
	),
];
