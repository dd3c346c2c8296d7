import { readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { readPushBody } from '../../../gateway/events/pushBody';
import {
	feedNamed,
	mayBePush,
	outputOf,
	readEvent,
	readPush,
	readPushes,
	received,
} from '../../../nodes/events/pushEvent';
import type { PushEvent } from '../../../nodes/events/feeds';
import { BLOCKED, INCOMING, REPORT } from '../gateway/pushes.mts';
import { toConversations } from '../../../nodes/TextMeTrigger/receivePush';

test('reads a delivery report', () => {
	expect(readPush({ ...REPORT, network: 'x' })).toEqual({
		event: 'deliveryReport',
		eventId: 'deliveryReport|order-1|9981234|102|2026-05-01T10:30',
		externalId: 'order-1',
		shipmentId: '9981234',
		sender: undefined,
		phone: '0501234567',
		phoneInternational: '+972501234567',
		status: 102,
		state: 'delivered',
		final: true,
		meaning: 'Delivered',
		date: '2026-05-01T10:30:11+03:00',
		operator: 'Cellcom',
		other: { network: 'x' },
	});
});

test('reads an incoming message', () => {
	expect(readPush(INCOMING)).toEqual({
		event: 'incomingMessage',
		eventId: expect.stringMatching(
			/^incomingMessage\|0501234567\|0559991234\|2026-05-01T10:30\|\w+$/,
		) as string,
		phone: '0501234567',
		phoneInternational: '+972501234567',
		to: '0559991234',
		toInternational: '+972559991234',
		message: 'כן, תודה',
		date: '2026-05-01T10:30:11+03:00',
		sessionId: '0501234567-0559991234',
		chatInput: 'כן, תודה',
		asksToBeRemoved: false,
	});
});

test('reads a blocklist addition', () => {
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

/** Forms of pushes, each with what it is about, by the event that each is. */
const FORMS: Record<PushEvent['event'], Record<string, Record<string, unknown>>> = {
	unknown: {
		nothing: {},
		'other fields': { type: 'ping' },
		'two phones in a field of any name': { ...INCOMING, cc: ['0501234567', '0521234567'] },
		'only a message and a date': { message: 'x', date: '01/05/26 10:30:11' },
	},
	deliveryReport: {
		'a campaign only': { shipment_id: '9981234' },
		'a Hebrew text only': { he_message: 'הגיע ליעד' },
		'an external id only': { external_id: 'a' },
		'an extra dest': { ...REPORT, dest: '0559991234' },
		'a status with a phone': { status: '102', phone: '0501234567' },
		'other letter case': { External_ID: 'a', STATUS: '102' },
		'repeated fields': { status: ['', '102', '15'], external_id: ['a', 'b'] },
		'values that are no texts': { status: 102, phone: null, date: {} },
	},
	incomingMessage: {
		'no dest': { ...INCOMING, dest: undefined },
		'a note of a block with a withheld sender': { ...BLOCKED, phone: '' },
		'a withheld sender who wrote nothing': { ...INCOMING, phone: '', message: '' },
		'a withheld sender, and what nobody sees': { phone: ' ', dest: '2020', message: '\u200B' },
		'nobody as receiver, and the word "blocked"': { ...INCOMING, dest: '', message: 'blocked' },
		'a withheld sender and a status': { ...INCOMING, phone: '', status: '1' },
	},
	blocklistAddition: {
		'no note': { dest: '0501234567' },
		'its number as in a listing': { phone: '0501234567', message: 'המספר נחסם' },
	},
};

test.each(
	Object.entries(FORMS).flatMap(([event, forms]) =>
		Object.entries(forms).map(([name, form]) => [event, name, form] as const),
	),
)('takes a push for %s with %s: %j', (event, _, form) => {
	expect(readPush(form).event).toBe(event);
});

describe('a list of numbers never comes out as a recipient', () => {
	const TWO = ['972501234567', '972521234567'];
	const arabic = (digits = '') =>
		digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
	const LISTS: Array<[string, unknown]> = [
		['with commas', TWO.join()],
		['with slashes', TWO.join('/')],
		...[...'،，、&'].map((sign): [string, string] => [`with ${sign}`, `2234567${sign}7654321`]),
		['with spaces', TWO.join(' ')],
		['as JSON', JSON.stringify(TWO)],
		['as a repeated field', TWO],
		['with a word between', TWO.join(' and ')],
		['in digits of Arabic', `${arabic(TWO[0])} ${arabic(TWO[1])}`],
	];

	test.each(['phone', 'dest'])('calls a push unknown with two spellings of %s', (name) => {
		const [one, other] = TWO;
		for (const spelled of [name.toUpperCase(), ` ${name}`]) {
			const form = { ...INCOMING, [name]: one, [spelled]: other };
			expect(readPush(form)).toMatchObject({ event: 'unknown' });
			expect(readPush({ ...form, [spelled]: one })).not.toMatchObject({ event: 'unknown' });
		}
	});

	test.each(LISTS)('calls a push unknown: %s', (_, list) => {
		const forms: Array<Record<string, unknown>> = [
			{ ...INCOMING, phone: list },
			{ ...INCOMING, dest: list },
			{ ...REPORT, phone: list },
			{ ...BLOCKED, dest: list },
			{ ...INCOMING, ' Phone ': list, phone: '' },
		];
		for (const form of forms) {
			const event = readPush(form);
			const numbers = [event.phone, event.to].map((number) => number ?? '');
			for (const number of numbers)
				expect(number.replace(/\P{Nd}/gu, '').length).toBeLessThanOrEqual(15);
			expect(event.event).toBe('unknown');
		}
	});

	test.each(['H&M', 'M/S', 'A, B'])('takes %s for the name of one sender', (phone) => {
		expect(readPush({ ...INCOMING, phone })).toMatchObject({ event: 'incomingMessage', phone });
	});

	test.each(LISTS)('calls the record of a reply unknown: %s', (_, list) => {
		const feed = feedNamed('incomingMessage');
		expect(feed && readEvent(feed, { ...INCOMING, phone: list }).event).toBe('unknown');
	});

	test.each([
		['the same number twice', ['972501234567', '0501234567']],
		['a masked number', '050****567'],
		['a short number', '2020'],
	])('reads an event in another form: %s', (_, phone) => {
		expect(readPush({ ...INCOMING, phone }).event).toBe('incomingMessage');
	});
});

const messages = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ ...INCOMING, phone: String(972501234500 + n) }));
const xml = (records: object[]) =>
	records.map((one) =>
		Object.entries(one)
			.map(([name, value]) => `<${name}>${String(value)}</${name}>`)
			.join(''),
	);

const xmlList = (records: object[]) =>
	xml(records)
		.map((one) => `<r>${one}</r>`)
		.join('');

test.each<[string, (records: object[]) => string]>([
	['a JSON list', (records) => JSON.stringify(records)],
	['a list in JSON', (records) => JSON.stringify({ data: { items: records } })],
	['XML', (records) => `<m>${xmlList(records)}</m>`],
])('reads ten messages in %s, and more as one unknown push', (_, write) => {
	const read = (count: number) =>
		readPushes(readPushBody(new TextEncoder().encode(write(messages(count))))).map(
			({ event }) => event,
		);
	expect(read(10).map(({ event }) => event)).toEqual(Array(10).fill('incomingMessage'));
	const warning = expect.stringContaining('more than 10 events') as string;
	for (const count of [11, 50, 900]) {
		expect(read(count)).toMatchObject([{ event: 'unknown', warning }]);
	}
});

const TWO_STOPS = [
	{ phone: '0521111111', message: 'stop', dest: '0559991234' },
	{ phone: '0522222222', message: 'stop', dest: '0559991234' },
];
const stops = xmlList(TWO_STOPS);
const FORGED = [JSON.stringify(TWO_STOPS), JSON.stringify({ d: TWO_STOPS }), `<p>${stops}</p>`];
/** Writers without an Israeli number, or without any. */
const WRITERS: Array<Record<string, string>> = [
	{ phone: '447700900123', dest: '0559991234' },
	{ phone: '2020', dest: '0559991234' },
	{ phone: '', dest: '2020' },
	{ dest: '2020' },
	{ phone: '447700900123' },
	{ date: '01/05/26 10:30:11' },
	{},
];

/** Expects one event of a body, about nobody whom its text names. */
function expectOnlyText(body: string) {
	const events = readPushes(readPushBody(Buffer.from(body)));
	expect(events).toHaveLength(1);
	expect((events[0]?.event as { phone?: string }).phone ?? '').not.toMatch(/52\d{7}/);
}

test.each(FORGED)('a text is a text, and never events of others: %s', (message) => {
	for (const form of WRITERS) {
		const fields = { ...form, message };
		const escaped = { ...fields, message: message.replaceAll('<', '&lt;') };
		expectOnlyText(new URLSearchParams(fields).toString());
		expectOnlyText(JSON.stringify(fields));
		expectOnlyText(JSON.stringify({ push: fields }));
		expectOnlyText(`<p>${xml([escaped])[0]}</p>`);
	}
});

test.each(WRITERS.slice(0, -2))('nor where the service writes it unescaped: %j', (form) => {
	expectOnlyText(JSON.stringify({ push: { ...form, message: { r: TWO_STOPS } } }));
	expectOnlyText(`<p><push>${xml([{ ...form, message: stops }])[0]}</push></p>`);
	expectOnlyText(`<p><head>${xml([form])[0]}</head><message>${stops}</message></p>`);
	expectOnlyText(JSON.stringify({ message: { r: TWO_STOPS }, head: { of: form } }));
});

test('gives the rest of a push to its first event, and copies it into no other', () => {
	const body = JSON.stringify({ of: 'x', status: 0, d: [INCOMING, REPORT] });
	expect(readPushes(readPushBody(Buffer.from(body)))).toMatchObject([
		{ event: { event: 'incomingMessage', other: { envelope: { of: 'x' } } } },
		{ event: { event: 'deliveryReport' }, raw: REPORT },
	]);
});

test('cuts a text at 10,000 characters, with a mark, and reads a cut text as itself', () => {
	const { message } = readPush({ ...INCOMING, message: 'x'.repeat(250_000) }) as PushEvent & {
		message: string;
	};
	expect(message).toHaveLength(10_000);
	expect(message).toMatch(/^x{9900,}… \[cut at 10000 characters\]$/);
	expect(readPush({ ...INCOMING, message })).toMatchObject({ message, chatInput: message });
	const pair = readPush({ ...INCOMING, message: `${'😀'.repeat(6_000)}` });
	expect(JSON.stringify(pair)).not.toContain('\\ud8');
	expect(readPush({ ...INCOMING, message: 'x'.repeat(10_000) })).toMatchObject({
		message: 'x'.repeat(10_000),
	});
});

test('reads a text without what nobody sees, and keeps it as it came', () => {
	const hidden = '\u200F\u2060הס\u00ADר\u200B\u202E';
	const [read] = readPushes({ ...INCOMING, message: hidden });
	expect(read).toMatchObject({
		event: { message: 'הסר', chatInput: 'הסר' },
		raw: { message: hidden },
	});
});

const ROAMING = { he_message: 'לא ידוע', en_message: 'Roaming' };
const OPEN = { state: 'unknown', final: false };
const CODE = { phone: '2020', phoneInternational: undefined };
const ABROAD = '12125551234';

test.each([
	['a status nobody knows, in words', { status: '8', ...ROAMING }, { ...OPEN, other: ROAMING }],
	['a status that is no number', { status: 'OK' }, { status: 'OK', ...OPEN }],
	['a missing status', { external_id: 'a' }, { status: undefined, state: 'unknown' }],
	['an unreadable date', { status: '0', date: 'now' }, { date: 'now', state: 'delivered' }],
	['a foreign number', { phone: ABROAD }, { phone: ABROAD, phoneInternational: `+${ABROAD}` }],
	['a short code', { status: '0', phone: '2020' }, CODE],
])('reads a delivery report with %s', (_, form, report) => {
	expect(readDeliveryReport(form)).toMatchObject(report);
});

test.each([
	['a missing phone', {}, { phone: undefined, phoneInternational: undefined, masked: false }],
	['an unreadable date', { date: 'now' }, { date: 'now' }],
])('reads a blocklist addition with %s', (_, form, entry) => {
	expect(readBlocklistEntry(form)).toMatchObject(entry);
});

test.each([
	['no text', { message: undefined }, { message: '' }],
	['a short code as its number', { dest: '2020' }, { to: '2020', toInternational: undefined }],
	['no number', { dest: undefined }, { to: undefined, toInternational: undefined }],
])('reads an incoming message with %s', (_, fields, message) => {
	expect(readIncomingMessage({ ...INCOMING, ...fields })).toMatchObject(message);
});

test.each([
	['date', INCOMING, 'soon'],
	['date', INCOMING, '31/02/26 10:00'],
	['date', REPORT, '2026-13-01'],
	['date', INCOMING, '2026-02-31T10:00:00+03:00'],
	['date', INCOMING, '9999-01-01T10:00:00Z'],
	['status', REPORT, 'Delivered'],
])('puts a %s that nodes cannot compare under other', (name, form, value) => {
	const event = readPush({ ...form, [name]: value });
	expect(outputOf(received(event, {}), false)).toMatchObject({
		[name]: undefined,
		other: { [name]: value },
		phone: '0501234567',
	});
});

test('each text of a withheld sender has a conversation of its own', () => {
	const sessions = ['One', 'Two'].map((message) => {
		const event = readPush({ ...INCOMING, phone: '', message });
		expect(event).toMatchObject({ event: 'incomingMessage', sessionId: event.eventId });
		return event.eventId;
	});
	expect(new Set(sessions).size).toBe(2);
});

test.each(['toString', 'valueOf', '__proto__'])('reads a push with a list of %s', (name) => {
	const list = JSON.parse(`[{ "${name}": "x" }, { "${name}": null }]`) as object[];
	expect(readPush({ ...INCOMING, list })).toMatchObject({ event: 'incomingMessage' });
	expect(mayBePush({ list })).toBe(false);
});

test('names that could change objects do no harm', () => {
	const read = (json: string) => readPush(JSON.parse(json) as Record<string, unknown>);
	const report = read('{"__proto__":"x","constructor":"y","status":"102"}');
	expect(report.event).toBe('deliveryReport');
	for (const name of [' __Proto__ ', 'CONSTRUCTOR']) {
		const event = read(`{"${name}":"x","other":"y"}`);
		expect(event).toMatchObject({ event: 'unknown' });
		expect(Object.keys((event as unknown as { fields: object }).fields)).toEqual(['other']);
	}
});

test('a conversation has an ID of its own, whatever its names hold', () => {
	const pairs = ['a-b c', 'a b-c', 'a%2Db c', 'a- b', 'a -b'].map((pair) => pair.split(' '));
	const ids = pairs.map(([phone, dest]) => readPush({ ...INCOMING, phone, dest }));
	expect(new Set(ids.map((event) => (event as { sessionId?: string }).sessionId)).size).toBe(5);
});

const eventOf = (body: string) => readPushes(readPushBody(Buffer.from(body)))[0]?.event;
const DATE = '01/05/26 10:30:11'.replaceAll(' ', '+');

test.each([
	['972501234567', '0501234567', '+972501234567'],
	// A plus that is not escaped is a blank.
	['+972501234567', '0501234567', '+972501234567'],
	['+972+50+123+4567', '0501234567', '+972501234567'],
	['972501234567%0D%0A', '0501234567', '+972501234567'],
	['+14155550100', '14155550100', '+14155550100'],
	['+376312345', '+376312345', '+376312345'],
])('reads the phone %s of a push', (written, phone, phoneInternational) => {
	const known = { phone, phoneInternational };
	expect(eventOf(`message=Yes&date=${DATE}&phone=${written}&dest=0559991234`)).toMatchObject({
		event: 'incomingMessage',
		...known,
	});
	expect(eventOf(`external_id=1&status=102&date=${DATE}&phone=${written}`)).toMatchObject({
		event: 'deliveryReport',
		...known,
	});
	expect(eventOf(`message=blocked&date=${DATE}&dest=${written}`)).toMatchObject({
		event: 'blocklistAddition',
		...known,
	});
	expect(eventOf(`message=Yes&date=${DATE}&phone=0521111111&dest=${written}`)).toMatchObject({
		to: phone,
	});
});

test('gives a conversation the date and the ID of its last text', () => {
	const DATES = ['2026-05-01T10:31:00+03:00', '2026-05-01T10:32:00+03:00'];
	const events = DATES.map((date, n) => ({
		...{ event: 'incomingMessage', phone: '0501234567', sessionId: 'a person' },
		...{ ...(n > 0 && { message: 'text' }), date, eventId: `the ID of ${n}` },
	}));
	expect(toConversations(events)).toMatchObject([
		{ messages: ['', 'text'], date: DATES[1], eventId: 'the ID of 1' },
	]);
});
