import { nthIdentity } from '../../../gateway/events/eventId';
import { readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import type { PushEvent } from '../../../nodes/events/pushEvent';
import { identitiesOf, readPush } from '../../../nodes/events/pushEvent';
import { BLOCKED, INCOMING, REPORT } from '../gateway/pushes.mts';

type Record_ = Readonly<Record<string, unknown>>;

const pushed = (form: Record_) => identitiesOf(readPush(form), form).exact;
const inRecords = (form: Record_) => identitiesOf(readPush(form), form).ofRecords;
/** A record's identity is the one that it shares with its push, if there is one. */
const inList = (event: PushEvent, record: Record_) => {
	const { exact, ofRecords } = identitiesOf(event, record);
	return ofRecords[0] ?? exact;
};
const polledReport = (record: Record_) =>
	inList({ event: 'deliveryReport', ...readDeliveryReport(record) }, record);
const polledMessage = (record: Record_) =>
	inList({ event: 'incomingMessage', ...readIncomingMessage(record) }, record);
const polledBlock = (record: Record_) =>
	inList({ event: 'blocklistAddition', ...readBlocklistEntry(record) }, record);

const MINUTE = '01/05/26 10:30';
const BARE = Object.fromEntries(Object.entries(REPORT).filter(([name]) => name !== 'status'));
const MUTE = { ...INCOMING, message: '' };

describe('a push is recognised in the record of the same event', () => {
	test.each([
		['JSON', { ...REPORT, operaor: undefined, phone: '0501234567', date: MINUTE }],
		['XML, which leaves the phone out', { ...REPORT, phone: undefined, date: MINUTE }],
		['with a number for the status', { ...REPORT, status: 102, date: MINUTE }],
	])('finds the identity of a report as %s', (_, record) => {
		expect(inRecords(REPORT)).toContain(polledReport(record));
	});

	test('finds the identity of a report whose status is no code', () => {
		const record = { ...REPORT, status: 'Delivered' };
		expect(inRecords(record)).toContain(polledReport({ ...record, date: MINUTE }));
	});

	test('finds the identity of a message', () => {
		const record = { ...INCOMING, phone: '0501234567', dest: '972559991234', date: MINUTE };
		expect(inRecords(INCOMING)).toContain(polledMessage(record));
	});

	test.each([
		['without a text', { message: '' }],
		['whose text is a space', { message: ' ' }],
		['whose text cannot be seen', { message: '\u00a0\u200f' }],
		['of a withheld sender', { phone: '' }],
		['of a withheld sender, without a text', { phone: '', message: '' }],
	])('finds the identity of a message %s', (_, blank) => {
		const push = { ...INCOMING, ...blank };
		expect(inRecords(push)).toContain(polledMessage({ ...push, date: MINUTE }));
	});

	test.each(['050****567', '050***4567', '05*****567', '******4567', '972*****4567', '0501234567'])(
		'finds the identity of an opt-out that is listed as %s',
		(phone) => {
			expect(inRecords(BLOCKED)).toContain(polledBlock({ phone, date: MINUTE }));
		},
	);
});

test.each([
	['another phone', REPORT, { ...REPORT, phone: '972521234567' }],
	['another second', REPORT, { ...REPORT, date: '01/05/26 10:30:12' }],
	['another campaign', REPORT, { ...REPORT, shipment_id: '1' }],
	['another status', REPORT, { ...REPORT, status: '15' }],
	['another field in place of the status', { ...BARE, part: '1' }, { ...BARE, part: '2' }],
	['another external ID', REPORT, { ...REPORT, external_id: 'order-2' }],
	['an external ID in another case', REPORT, { ...REPORT, external_id: 'ORDER-1' }],
	['the same text half a minute later', INCOMING, { ...INCOMING, date: '01/05/26 10:30:41' }],
	['another field in place of the text', { ...MUTE, part: '1' }, { ...MUTE, part: '2' }],
	['another text', INCOMING, { ...INCOMING, message: 'לא' }],
	['another number written to', INCOMING, { ...INCOMING, dest: '0559991235' }],
	['the opt-out of another second', BLOCKED, { ...BLOCKED, date: '01/05/26 10:30:41' }],
	['the opt-out of another person', BLOCKED, { ...BLOCKED, dest: '972521234567' }],
	['another feed', REPORT, INCOMING],
])('tells another event from the pushed one: %s', (_, one, other) => {
	expect(pushed(one)).not.toBe(pushed(other));
});

test.each(['050****568', '050****467'])(
	'tells an opt-out from that of %s by as many digits as the listing shows',
	(phone) => {
		expect(inRecords(BLOCKED)).not.toContain(polledBlock({ phone, date: MINUTE }));
	},
);

test.each([
	['without phone and external ID', { status: '102', date: MINUTE, shipment_id: '1' }],
	['with names that nobody foresaw', { msisdn: '1', stat: 'DELIVRD' }],
])('records %s are told by all that came', (_, record) => {
	expect(polledReport(record)).not.toBe(polledReport({ ...record, he_message: 'x' }));
	expect(polledReport(record)).toBe(polledReport({ ...record }));
});

test('every identity has the same length, which the poller counts on', () => {
	const all = [REPORT, INCOMING, BLOCKED, { foo: '1' }].map((form) => pushed(form));
	expect([...all, nthIdentity('x', 2)].map(({ length }) => length)).toEqual([11, 11, 11, 11, 11]);
});

test('hostile fields make no more of it', () => {
	const long = 'x'.repeat(100_000);
	expect(pushed({ ...REPORT, external_id: long })).toHaveLength(11);
	expect(pushed({ ...REPORT, external_id: 'order-1","9981234' })).not.toBe(pushed(REPORT));
});
