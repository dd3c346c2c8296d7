// The refusals of texts and calls.
import { SEEDED } from '../../sandbox/seed.mts';
import { call, PHONE, smsTo, type Fields } from './call.mts';
import { answersOf, block, lacking, list, noDestinations, type StatusRow } from './statusRow.mts';

const sms = answersOf('sms');
const bulk = answersOf('bulk');
/** A text with one fault. */
const text = (status: number, when: string, fault: Fields = {}, more: Partial<StatusRow> = {}) =>
	sms(status, when, smsTo(PHONE, fault), more);
const spoken = (names: string, when: string, tts: Fields) =>
	text(998, when, { tts: { type: 4, ...tts } }, { names });
const abroad = (status: number, when: string, more: Fields = {}, row: Partial<StatusRow> = {}) =>
	sms(status, when, smsTo('447911123456', more), row);
const toLists = (destinations: Fields, more: Fields = {}) =>
	smsTo(PHONE, { destinations, ...more });
const TOO_LONG = { message: 'x'.repeat(1006) };

export const SENDING_ROWS: readonly StatusRow[] = [
	lacking('source', 'sms', smsTo(PHONE, { source: undefined })),
	lacking('message', 'sms', smsTo(PHONE, { message: undefined })),
	lacking('destinations', 'sms', noDestinations),
	lacking('messages', 'bulk'),
	lacking('tts.type', 'sms', smsTo(PHONE, { tts: { rate: 1 } })),
	text(4, 'credits are used up', {}, { by: SEEDED.noCredit }),
	text(
		5,
		'it is night',
		{},
		{ by: SEEDED.daytimeOnly, setUp: (s) => s.setClock('2026-01-15T22:00:00+02:00') },
	),
	text(5, 'it is timed for the night', { timing: '16/01/26 07:59' }, { by: SEEDED.daytimeOnly }),
	text(7, 'one sms has two texts', { message: ['One', 'Two'] }),
	text(8, 'everybody is blocked', {}, { setUp: block }),
	sms(9, 'a phone is too short', smsTo([PHONE, '05012'])),
	sms(9, 'a phone has a plus', smsTo('+972501234567')),
	abroad(9, 'a phone is abroad without leave'),
	abroad(12, 'money is used up', { includes_international: 1 }, { by: SEEDED.noMoney }),
	text(515, 'the source is unknown', { source: 'Stranger' }),
	text(
		515,
		'the source is pending',
		{ source: '0521234567' },
		{ setUp: (s) => call(s, 'verify_phone', { phone: '0521234567' }) },
	),
	...['15', 'two'].map((temp_bl) => text(714, `temp_bl is ${temp_bl}`, { temp_bl })),
	text(
		715,
		'everybody had a text today',
		{ temp_bl: '1' },
		{ setUp: (s) => call(s, 'sms', smsTo(PHONE)) },
	),
	text(980, 'a link is none', { links: { link: { $: { id: '1' }, _: 'nowhere' } } }),
	text(986, 'add_unsubscribe is no number', { add_unsubscribe: 'yes' }),
	sms(987, 'there are two lists', toLists({ cl_id: ['21501', '21502'] }, { add_dynamic: 1 }), {
		setUp: async (s) => {
			await list(s);
			await list(s);
		},
	}),
	sms(988, 'there is no such list', toLists({ cl_id: '1' })),
	text(989, 'the text is too long', TOO_LONG),
	text(989, 'the text is empty', { message: '' }),
	text(989, 'the campaign name is too long', { campaign_name: 'x'.repeat(51) }),
	text(992, 'the source is too long', { source: 'x'.repeat(12) }),
	text(998, 'the time is malformed', { timing: '2026-01-16 10:00' }, { names: 'timing' }),
	text(998, 'the time does not exist', { timing: '31/02/26 10:00' }, { names: 'timing' }),
	spoken('tts.type', 'the type is another', { type: 1 }),
	spoken('tts.rate', 'the rate is too high', { rate: 11 }),
	spoken('tts.voice', 'the voice is another', { voice: 'robot' }),
	bulk(
		998,
		'there are over 2500 messages',
		{ messages: { sms: Array(2501).fill(smsTo(PHONE)) } },
		{ names: '2500' },
	),
];
