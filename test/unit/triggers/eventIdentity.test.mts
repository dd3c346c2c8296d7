import { readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { identityOf } from '../../../gateway/events/eventId';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { decodeReply } from '../../../gateway/wire/decode';
import { readPush } from '../../../nodes/events/pushEvent';
import { BLOCKED, INCOMING, REPORT } from '../gateway/pushes.mts';

type Record_ = Readonly<Record<string, unknown>>;

const idOf = (form: Record_) => readPush(form).eventId;

const MINUTE = '01/05/26 10:30';
const BARE = Object.fromEntries(Object.entries(REPORT).filter(([name]) => name !== 'status'));
const MUTE = { ...INCOMING, message: '' };
const DATELESS = (form: Record_, more: Record_) => ({ ...form, date: '', ...more });

/** The first record of a reply. */
function polled(text: string): Record_ {
	const reply = decodeReply(text, 'dlr');
	if (reply.kind !== 'reply') throw new Error(reply.excerpt);
	return (reply.tree.transactions as Record_[])[0]!;
}
const FROM_XML =
	'<dlr><status>0</status><transactions><transaction><external_id>order-1</external_id><status>102</status><he_message>הגיע ליעד</he_message><en_message>Delivered</en_message><date>01/05/26 10:30</date><shipment_id>9981234</shipment_id></transaction></transactions></dlr>';
const FROM_JSON =
	'{"status":0,"transactions":[{"external_id":"order-1","source":"Shop","phone":"0501234567","status":102,"message_he":"הגיע ליעד","date":"01/05/26 10:30","shipment_id":9981234,"operator":"Cellcom"}]}';

describe('a push has the ID of its record', () => {
	test.each([
		['polled in JSON', polled(FROM_JSON)],
		['polled in XML', polled(FROM_XML)],
		['with a zero before the status', { ...REPORT, status: '0102', date: MINUTE }],
		['with a number for the status', { ...REPORT, status: 102, date: MINUTE }],
	])('a report as %s', (_, record) => {
		expect(readDeliveryReport(record).eventId).toBe(idOf(REPORT));
	});

	test('a report whose status is no code', () => {
		const record = { ...REPORT, status: 'Delivered' };
		expect(readDeliveryReport({ ...record, date: MINUTE }).eventId).toBe(idOf(record));
	});

	test('a report without an external ID, by its phone in any form', () => {
		const push = { ...REPORT, external_id: '' };
		const record = { ...push, phone: '050-1234567', date: MINUTE };
		expect(readDeliveryReport(record).eventId).toBe(idOf(push));
	});

	test.each(['a\r\nb', 'a   b'])('a message with other white space: %j', (message) => {
		const push = { ...INCOMING, message: 'a b' };
		expect(readIncomingMessage({ ...push, message }).eventId).toBe(idOf(push));
	});

	test('a message', () => {
		const record = { ...INCOMING, phone: '0501234567', dest: '972559991234', date: MINUTE };
		expect(readIncomingMessage(record).eventId).toBe(idOf(INCOMING));
	});

	test.each([
		['without a text', { message: '' }],
		['whose text cannot be seen', { message: '\u00a0\u200f' }],
		['of a withheld sender, without a text', { phone: '', message: '' }],
	])('a message %s', (_, blank) => {
		const push = { ...INCOMING, ...blank };
		expect(readIncomingMessage({ ...push, date: MINUTE }).eventId).toBe(idOf(push));
	});
});

test.each([
	['another campaign', REPORT, { ...REPORT, shipment_id: '1' }],
	['another status', REPORT, { ...REPORT, status: '15' }],
	['a status that is no number', REPORT, { ...REPORT, status: 'OK' }],
	[
		'another phone, without an external ID',
		{ ...REPORT, external_id: '' },
		{ ...REPORT, external_id: '', phone: '972521234567' },
	],
	['another field in place of the status', { ...BARE, part: '1' }, { ...BARE, part: '2' }],
	['an external ID in another case', REPORT, { ...REPORT, external_id: 'ORDER-1' }],
	['the same text a minute later', INCOMING, { ...INCOMING, date: '01/05/26 10:31:11' }],
	['another field in place of the text', { ...MUTE, part: '1' }, { ...MUTE, part: '2' }],
	...['ab', 'a c'].map((message): [string, Record_, Record_] => [
		'other words',
		{ ...INCOMING, message: 'a b' },
		{ ...INCOMING, message },
	]),
	['another number written to', INCOMING, { ...INCOMING, dest: '0559991235' }],
	['the opt-out of another person', BLOCKED, { ...BLOCKED, dest: '972521234567' }],
	['another feed', REPORT, INCOMING],
	...[REPORT, INCOMING, BLOCKED].map((form): [string, Record_, Record_] => [
		'another field in place of the date',
		DATELESS(form, { when: '1' }),
		DATELESS(form, { when: '2' }),
	]),
])('tells another event from the pushed one: %s', (_, one, other) => {
	expect(idOf(one)).not.toBe(idOf(other));
});

test.each([
	['two equal texts of a person', INCOMING],
	['two reports of a message with one status', REPORT],
])('%s in one minute are one event', (_, form) => {
	expect(idOf({ ...form, date: '01/05/26 10:30:41' })).toBe(idOf(form));
});

test('a masked number has an ID of its own', () => {
	expect(readBlocklistEntry({ phone: '05012***67', date: MINUTE })).toMatchObject({
		eventId: 'blocklistAddition|05012***67|2026-05-01T10:30',
		masked: true,
	});
});

test.each([
	['without phone and external ID', { status: '102', date: MINUTE, shipment_id: '1' }],
	['with names that nobody foresaw', { msisdn: '1', stat: 'DELIVRD' }],
])('records %s are told by all that came', (_, record) => {
	const polled = (form: Record_) => readDeliveryReport(form).eventId;
	expect(polled(record)).not.toBe(polled({ ...record, he_message: 'x' }));
	expect(polled(record)).toBe(polled({ ...record }));
});

test('every identity has the same length, which the poller counts on', () => {
	const all = [REPORT, INCOMING, BLOCKED, { foo: '1' }].map((form) => identityOf(readPush(form)));
	expect([...all, identityOf({ eventId: '' })].map(({ length }) => length)).toEqual([
		11, 11, 11, 11, 11,
	]);
});
