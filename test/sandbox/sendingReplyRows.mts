// The replies about texts, codes and campaigns.
import { call, smsTo } from './call.mts';
import { records, same, text, type ReplyRow } from './replyRow.mts';

const shipment = { message: 'SMS will be sent', shipment_id: '700001' };

export const SENDING_REPLIES: readonly ReplyRow[] = [
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
];
