import { listedIds, readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { decodeReply } from '../../../gateway/wire/decode';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { readPush } from '../../../nodes/events/pushEvent';
import type { ReplyTree } from '../../../gateway/values/tree';
import { BLOCKED, INCOMING, REPORT } from './pushes.mts';

const polled = (text: string): ReplyTree => {
	const reply = decodeReply(text, 'dlr');
	const [record] =
		reply.kind === 'reply' && Array.isArray(reply.tree.transactions) ? reply.tree.transactions : [];
	return record as ReplyTree;
};

test('gives a report the same id pushed, polled as JSON and polled as XML', () => {
	const { eventId } = readPush(REPORT);
	const fromXml = polled(
		'<dlr><status>0</status><transactions><transaction><external_id>order-1</external_id><status>102</status><he_message>הגיע ליעד</he_message><en_message>Delivered</en_message><date>01/05/26 10:30</date><shipment_id>9981234</shipment_id></transaction></transactions></dlr>',
	);
	const fromJson = polled(
		'{"status":0,"transactions":[{"external_id":"order-1","source":"Shop","phone":"0501234567","status":102,"message_he":"הגיע ליעד","date":"01/05/26 10:30","shipment_id":9981234,"operator":"Cellcom"}]}',
	);
	expect(readDeliveryReport(fromXml).eventId).toBe(eventId);
	expect(readDeliveryReport(fromJson).eventId).toBe(eventId);
	expect(readDeliveryReport(fromJson)).toMatchObject({ sender: 'Shop', operator: 'Cellcom' });
});

test('tells a report without external id by its phone, in whatever form that comes', () => {
	const pushed = readPush({ ...REPORT, external_id: '' });
	const LISTED = { external_id: '', phone: '050-1234567', date: '01/05/26 10:30' };
	expect(readDeliveryReport({ ...REPORT, ...LISTED }).eventId).toBe(pushed.eventId);
	const other = readPush({ ...REPORT, external_id: '', phone: '972521234567' });
	expect(other.eventId).not.toBe(pushed.eventId);
});

test('gives a blocked number the same id when it is listed in full, not when it is masked', () => {
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
	const ids = [{}, { date: '' }].map((more) =>
		listedIds(readBlocklistEntry({ ...BLOCKED, ...more })),
	);
	const listed = ['*4567', '*567', '*67'];
	expect(ids).toEqual([listed.map((tail) => `blocklistAddition|${tail}|2026-05-01T10:30`), []]);
});

test.each([
	['line ends', 'a\r\nb', 'a b', true],
	['more spaces', 'a   b', 'a b', true],
	['no space', 'ab', 'a b', false],
	['another word', 'a c', 'a b', false],
])('compares two messages, %s: %j and %j are the same: %s', (_, one, other, same) => {
	const idOf = (message: string) => readIncomingMessage({ ...INCOMING, message }).eventId;
	expect(idOf(one) === idOf(other)).toBe(same);
});

test.each([
	['+102', true],
	['0102', true],
	['103', false],
	['OK', false],
])('compares a report with the status %s to one with 102: %s', (status, same) => {
	expect(readDeliveryReport({ ...REPORT, status }).eventId === readPush(REPORT).eventId).toBe(same);
});

test('tells reports apart by a status that is no number', () => {
	expect(readDeliveryReport({ ...REPORT, status: 'OK' }).eventId).toContain('|OK|');
});

test('records whose names nobody foresaw stay apart', () => {
	const idOf = (record: Record<string, string>) => readIncomingMessage(record).eventId;
	const first = { from: '1', text: 'a', date: '01/05/26 10:30' };
	expect(idOf(first)).not.toBe(idOf({ ...first, text: 'b' }));
	expect(idOf(first)).toBe(idOf({ ...first }));
	const PHONE = { phone: '0501234567' };
	expect(idOf({ ...PHONE, text: 'a' })).not.toBe(idOf({ ...PHONE, text: 'b' }));
});
