import { readBlocklistEntry } from '../../../gateway/blocklistEntry';
import { decodeReply } from '../../../gateway/decode';
import { readDeliveryReport } from '../../../gateway/deliveryReport';
import { readIncomingMessage } from '../../../gateway/incomingMessage';
import { readPush } from '../../../gateway/pushForm';
import type { PushEvent } from '../../../gateway/pushForm';
import type { ReplyTree } from '../../../gateway/tree';

const REPORT = {
	external_id: 'order-1',
	status: '102',
	he_message: 'הגיע ליעד',
	en_message: 'Delivered',
	date: '01/05/26 10:30:11',
	phone: '972501234567',
	operaor: 'Cellcom',
	shipment_id: '9981234',
};
const INCOMING = {
	message: 'כן, תודה',
	date: '01/05/26 10:30:11',
	phone: '972501234567',
	dest: '0559991234',
};
const BLOCKED = { message: 'המספר נחסם', date: '01/05/26 10:30:11', dest: '972501234567' };

test('a delivery report', () => {
	expect(readPush(REPORT)).toEqual({
		event: 'deliveryReport',
		eventId: 'deliveryReport|order-1|9981234|102|2026-05-01T10:30',
		externalId: 'order-1',
		shipmentId: '9981234',
		source: undefined,
		phone: '0501234567',
		phoneInternational: '+972501234567',
		status: 102,
		state: 'delivered',
		final: true,
		meaning: 'Delivered',
		heMessage: 'הגיע ליעד',
		enMessage: 'Delivered',
		date: '2026-05-01T10:30:11+03:00',
		operator: 'Cellcom',
	});
});

test('an incoming message', () => {
	expect(readPush(INCOMING)).toEqual({
		event: 'incomingMessage',
		eventId: expect.stringMatching(
			/^incomingMessage\|0501234567\|0559991234\|2026-05-01T10:30\|\w+$/,
		) as string,
		phone: '0501234567',
		phoneInternational: '+972501234567',
		dest: '0559991234',
		destInternational: '+972559991234',
		message: 'כן, תודה',
		date: '2026-05-01T10:30:11+03:00',
	});
});

test('a blocklist addition', () => {
	expect(readPush(BLOCKED)).toEqual({
		event: 'blocklistAddition',
		eventId: 'blocklistAddition|0501234567|2026-05-01T10:30',
		phone: '0501234567',
		phoneInternational: '+972501234567',
		masked: false,
		message: 'המספר נחסם',
		date: '2026-05-01T10:30:11+03:00',
	});
});

test.each<[string, Record<string, unknown>, PushEvent['event']]>([
	['nothing', {}, 'unknown'],
	['only blanks', { status: '', phone: ' ', dest: '' }, 'unknown'],
	['other fields', { type: 'ping' }, 'unknown'],
	['only a phone', { phone: '0501234567' }, 'unknown'],
	['only a message and a date', { message: 'x', date: '01/05/26 10:30:11' }, 'unknown'],
	['a report without phone', { external_id: 'a', status: '102' }, 'deliveryReport'],
	['a report without external id', { ...REPORT, external_id: '' }, 'deliveryReport'],
	['a report without status', { external_id: 'a', en_message: 'Delivered' }, 'deliveryReport'],
	['a report with a blank status', { ...REPORT, status: '' }, 'deliveryReport'],
	['a report with an extra dest', { ...REPORT, dest: '0559991234' }, 'deliveryReport'],
	['a message without text', { ...INCOMING, message: '' }, 'incomingMessage'],
	['a message without dest', { ...INCOMING, dest: undefined }, 'incomingMessage'],
	['a message with extra fields', { ...INCOMING, network: 'x' }, 'incomingMessage'],
	['a block with a blank phone', { ...BLOCKED, phone: '' }, 'blocklistAddition'],
	['a block without its note', { dest: '0501234567' }, 'blocklistAddition'],
	['other letter case', { External_ID: 'a', STATUS: '102' }, 'deliveryReport'],
	['spaces round names', { ' status ': '102' }, 'deliveryReport'],
	['repeated fields', { status: ['', '102', '15'], external_id: ['a', 'b'] }, 'deliveryReport'],
	['values that are no texts', { status: 102, phone: null, date: {} }, 'deliveryReport'],
])('%s: %j is %s', (_, form, event) => {
	expect(readPush(form).event).toBe(event);
});

test('an unknown push keeps its fields', () => {
	expect(readPush({ type: 'ping', n: 1, empty: '' })).toMatchObject({
		event: 'unknown',
		fields: { type: 'ping', n: '1' },
	});
});

test('repeated and oddly spelt fields are read', () => {
	expect(readPush({ status: ['', '102', '15'], message_he: 'א', operator: 'X' })).toMatchObject({
		status: 102,
		heMessage: 'א',
		operator: 'X',
	});
});

test.each([
	['a status nobody knows', { status: '8' }, { status: 8, state: 'unknown', final: false }],
	[
		'a status that is no number',
		{ status: 'OK' },
		{ status: 'OK', state: 'unknown', final: false },
	],
	['a missing status', { external_id: 'a' }, { status: undefined, state: 'unknown' }],
	['an unreadable date', { status: '0', date: 'now' }, { date: undefined, state: 'delivered' }],
	[
		'a foreign number',
		{ status: '0', phone: '12125551234' },
		{ phone: '12125551234', phoneInternational: '+12125551234' },
	],
	[
		'a short code',
		{ status: '0', phone: '2020' },
		{ phone: '2020', phoneInternational: undefined },
	],
	['a status of 0', { status: 0 }, { status: 0, state: 'delivered', final: true }],
])('%s', (_, form, report) => {
	expect(readDeliveryReport(form)).toMatchObject(report);
});

test('names that could change objects do no harm', () => {
	const form = JSON.parse('{"__proto__":"x","constructor":"y","status":"102"}') as Record<
		string,
		unknown
	>;
	expect(readPush(form).event).toBe('deliveryReport');
	expect(readPush(JSON.parse('{"__proto__":"x"}') as Record<string, unknown>).event).toBe(
		'unknown',
	);
});

const polled = (text: string): ReplyTree => {
	const reply = decodeReply(text, 'dlr');
	const [record] =
		reply.kind === 'reply' && Array.isArray(reply.tree.transactions) ? reply.tree.transactions : [];
	return record as ReplyTree;
};

test('a report has the same id pushed, polled as JSON and polled as XML', () => {
	const { eventId } = readPush(REPORT);
	const fromXml = polled(
		'<dlr><status>0</status><transactions><transaction><external_id>order-1</external_id><status>102</status><he_message>הגיע ליעד</he_message><en_message>Delivered</en_message><date>01/05/26 10:30</date><shipment_id>9981234</shipment_id></transaction></transactions></dlr>',
	);
	const fromJson = polled(
		'{"status":0,"transactions":[{"external_id":"order-1","source":"Shop","phone":"0501234567","status":102,"message_he":"הגיע ליעד","date":"01/05/26 10:30","shipment_id":9981234,"operator":"Cellcom"}]}',
	);
	expect(readDeliveryReport(fromXml).eventId).toBe(eventId);
	expect(readDeliveryReport(fromJson).eventId).toBe(eventId);
	expect(readDeliveryReport(fromJson)).toMatchObject({ source: 'Shop', operator: 'Cellcom' });
});

test('a report without external id is told by its phone, in whatever form that comes', () => {
	const pushed = readPush({ ...REPORT, external_id: '' });
	const listed = readDeliveryReport({
		...REPORT,
		external_id: '',
		phone: '050-1234567',
		date: '01/05/26 10:30',
	});
	expect(listed.eventId).toBe(pushed.eventId);
	expect(readPush({ ...REPORT, external_id: '', phone: '972521234567' }).eventId).not.toBe(
		pushed.eventId,
	);
});

test('an incoming message has the same id pushed and polled', () => {
	const listed = {
		...INCOMING,
		phone: '0501234567',
		dest: '972559991234',
		date: '01/05/26 10:30',
		message: 'כן, תודה\n',
	};
	expect(readIncomingMessage(listed).eventId).toBe(readPush(INCOMING).eventId);
});

test('a blocked number has the same id when listed in full, but not when masked', () => {
	const { eventId } = readPush(BLOCKED);
	expect(readBlocklistEntry({ phone: '0501234567', date: '01/05/26 10:30' }).eventId).toBe(eventId);
	expect(readBlocklistEntry({ phone: '05012***67', date: '01/05/26 10:30' })).toEqual({
		eventId: 'blocklistAddition|05012***67|2026-05-01T10:30',
		phone: '05012***67',
		phoneInternational: undefined,
		masked: true,
		message: undefined,
		date: '2026-05-01T10:30:00+03:00',
	});
});

test.each([
	['another status', { ...REPORT, status: '15' }],
	['another minute', { ...REPORT, date: '01/05/26 10:31:11' }],
	['another id', { ...REPORT, external_id: 'order-2' }],
	['another campaign', { ...REPORT, shipment_id: '1' }],
	['another feed', INCOMING],
	['ids that only look alike', { ...REPORT, external_id: 'order-1|9981234', shipment_id: '' }],
])('%s is another event', (_, form) => {
	expect(readPush(form).eventId).not.toBe(readPush(REPORT).eventId);
});

test.each([
	['another text', { ...INCOMING, message: 'לא' }],
	['another sender', { ...INCOMING, phone: '972521234567' }],
	['another number', { ...INCOMING, dest: '0559991235' }],
	['another minute', { ...INCOMING, date: '01/05/26 10:31:11' }],
])('%s is another message', (_, form) => {
	expect(readPush(form).eventId).not.toBe(readPush(INCOMING).eventId);
});

test('records whose names nobody foresaw stay apart', () => {
	const first = { from: '1', text: 'a', date: '01/05/26 10:30' };
	const second = { ...first, text: 'b' };
	expect(readIncomingMessage(first).eventId).not.toBe(readIncomingMessage(second).eventId);
	expect(readIncomingMessage(first).eventId).toBe(readIncomingMessage({ ...first }).eventId);
	expect(readIncomingMessage({ phone: '0501234567', text: 'a' }).eventId).not.toBe(
		readIncomingMessage({ phone: '0501234567', text: 'b' }).eventId,
	);
});
