import { readBlocklistEntry } from '../../../gateway/blocklistEntry';
import { readDeliveryReport } from '../../../gateway/deliveryReport';
import { readIncomingMessage } from '../../../gateway/incomingMessage';
import { readPushBody } from '../../../gateway/pushBody';
import { feedNamed, readEvent, readPush, readPushes } from '../../../nodes/events/pushEvent';
import type { PushEvent } from '../../../nodes/events/pushEvent';
import { BLOCKED, INCOMING, REPORT } from '../gateway/pushes.mts';

test('reads a delivery report', () => {
	expect(readPush(REPORT)).toEqual({
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

test.each<[string, Record<string, unknown>, PushEvent['event']]>([
	['nothing', {}, 'unknown'],
	['only blanks', { status: '', phone: ' ', dest: '' }, 'unknown'],
	['other fields', { type: 'ping' }, 'unknown'],
	['only a phone', { phone: '0501234567' }, 'unknown'],
	['only a message and a date', { message: 'x', date: '01/05/26 10:30:11' }, 'unknown'],
	['a report without phone', { external_id: 'a', status: '102' }, 'deliveryReport'],
	['a report without external id', { ...REPORT, external_id: '' }, 'deliveryReport'],
	['a report without status', { external_id: 'a', en_message: 'Delivered' }, 'deliveryReport'],
	['a report with its campaign only', { shipment_id: '9981234' }, 'deliveryReport'],
	['a report with its Hebrew text only', { he_message: 'הגיע ליעד' }, 'deliveryReport'],
	['a report with its English text only', { en_message: 'Delivered' }, 'deliveryReport'],
	['a report with its external id only', { external_id: 'a' }, 'deliveryReport'],
	['a report with a blank status', { ...REPORT, status: '' }, 'deliveryReport'],
	['a report with an extra dest', { ...REPORT, dest: '0559991234' }, 'deliveryReport'],
	['a message without text', { ...INCOMING, message: '' }, 'incomingMessage'],
	['a message without dest', { ...INCOMING, dest: undefined }, 'incomingMessage'],
	['a message with extra fields', { ...INCOMING, network: 'x' }, 'incomingMessage'],
	['a note of a block with a withheld sender', { ...BLOCKED, phone: '' }, 'incomingMessage'],
	[
		'a withheld sender who wrote nothing',
		{ ...INCOMING, phone: '', message: '' },
		'incomingMessage',
	],
	[
		'a withheld sender who wrote what nobody sees',
		{ phone: ' ', dest: '2020', message: '\u200B' },
		'incomingMessage',
	],
	['a message whose sender is withheld', { ...INCOMING, phone: '' }, 'incomingMessage'],
	[
		'a message to nobody that says "blocked"',
		{ ...INCOMING, dest: '', message: 'blocked' },
		'incomingMessage',
	],
	['a message beside a status', { ...INCOMING, status: 'live' }, 'incomingMessage'],
	[
		'a withheld message beside a status',
		{ ...INCOMING, phone: '', status: '1' },
		'incomingMessage',
	],
	['a status with a phone', { status: '102', phone: '0501234567' }, 'deliveryReport'],
	['a block without its note', { dest: '0501234567' }, 'blocklistAddition'],
	['other letter case', { External_ID: 'a', STATUS: '102' }, 'deliveryReport'],
	['spaces round names', { ' status ': '102' }, 'deliveryReport'],
	['repeated fields', { status: ['', '102', '15'], external_id: ['a', 'b'] }, 'deliveryReport'],
	['values that are no texts', { status: 102, phone: null, date: {} }, 'deliveryReport'],
])('reads a field of a push, %s: %j is %s', (_, form, event) => {
	expect(readPush(form).event).toBe(event);
});

describe('a list of numbers never comes out as a recipient', () => {
	const TWO = ['972501234567', '972521234567'];
	const arabic = (digits = '') =>
		digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
	const LISTS: Array<[string, unknown]> = [
		['with commas', TWO.join()],
		['with semicolons', TWO.join('; ')],
		['with bars', TWO.join('|')],
		['with slashes', TWO.join('/')],
		...['،', '，', '、', '&'].map((sign): [string, string] => [
			`with ${sign}`,
			['2234567', '7654321'].join(sign),
		]),
		['with spaces', TWO.join(' ')],
		['with line ends', TWO.join('\n')],
		['as JSON', JSON.stringify(TWO)],
		['as a repeated field', TWO],
		['with a word between', TWO.join(' and ')],
		['in digits of Arabic', `${arabic(TWO[0])} ${arabic(TWO[1])}`],
	];

	test.each(LISTS)('calls a push unknown: %s', (_, list) => {
		const forms: Array<Record<string, unknown>> = [
			{ ...INCOMING, phone: list },
			{ ...INCOMING, dest: list },
			{ ...REPORT, phone: list },
			{ ...BLOCKED, dest: list },
			{ ...INCOMING, ' Phone ': list, phone: '' },
		];
		for (const form of forms) {
			const event = readPush(form) as PushEvent & { phone?: string; to?: string };
			const numbers = [event.phone, event.to].map((number) => number ?? '');
			for (const number of numbers)
				expect(number.replace(/\P{Nd}/gu, '').length).toBeLessThanOrEqual(15);
			if (form.msisdn === undefined) expect(event.event).toBe('unknown');
		}
	});

	test.each(LISTS)('calls the record of a reply unknown: %s', (_, list) => {
		const feed = feedNamed('incomingMessage');
		expect(feed && readEvent(feed, { ...INCOMING, phone: list }).event).toBe('unknown');
	});

	test.each([
		['the same number twice', ['972501234567', '0501234567']],
		['a number with separators', '+972 (50) 123-45.67'],
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

test.each<[string, (records: object[]) => string]>([
	['a JSON list', (records) => JSON.stringify(records)],
	['a list in JSON', (records) => JSON.stringify({ data: { items: records } })],
	[
		'XML',
		(records) =>
			`<m>${xml(records)
				.map((one) => `<r>${one}</r>`)
				.join('')}</m>`,
	],
])('reads ten messages in %s, and more as one unknown push', (_, write) => {
	const read = (count: number) =>
		readPushes(readPushBody(new TextEncoder().encode(write(messages(count)))));
	expect(read(10).map(({ event }) => event.event)).toEqual(Array(10).fill('incomingMessage'));
	for (const count of [11, 50, 900]) {
		expect(read(count)).toMatchObject([
			{
				event: {
					event: 'unknown',
					warning: expect.stringContaining('more than 10 events') as string,
				},
			},
		]);
	}
});

const TWO_STOPS = [
	{ phone: '0521111111', message: 'stop', dest: '0559991234' },
	{ phone: '0522222222', message: 'stop', dest: '0559991234' },
];
const stops = xml(TWO_STOPS)
	.map((one) => `<r>${one}</r>`)
	.join('');
const FORGED = [JSON.stringify(TWO_STOPS), JSON.stringify({ d: TWO_STOPS }), `<p>${stops}</p>`];
/** Writers without an Israeli number, or without any. */
const WRITERS: Array<Record<string, string>> = [
	{ phone: '447700900123', dest: '0559991234' },
	{ phone: '2020', dest: '0559991234' },
	{ phone: '', dest: '2020' },
	{ dest: '2020' },
	{ phone: '447700900123' },
	{ date: '01/05/26 10:30:11' },
	{ msisdn: '2020' },
	{},
];

test.each(FORGED)('a text is a text, and never events of others: %s', (message) => {
	for (const form of WRITERS) {
		const fields = { ...form, message };
		const escaped = { ...fields, message: message.replaceAll('<', '&lt;') };
		for (const body of [
			new URLSearchParams(fields).toString(),
			JSON.stringify(fields),
			JSON.stringify({ push: fields }),
			`<p>${xml([escaped])[0]}</p>`,
		]) {
			const events = readPushes(readPushBody(Buffer.from(body)));
			expect(events).toHaveLength(1);
			expect((events[0]?.event as { phone?: string }).phone ?? '').not.toMatch(/52\d{7}/);
		}
	}
});

test.each(WRITERS.slice(0, -2))('nor where the service writes it unescaped: %j', (form) => {
	for (const body of [
		JSON.stringify({ ...form, message: TWO_STOPS }),
		JSON.stringify({ push: { ...form, message: { r: TWO_STOPS } } }),
		`<p>${xml([{ ...form, message: stops }])[0]}</p>`,
		`<p><push>${xml([{ ...form, message: stops }])[0]}</push></p>`,
		`<p><head>${xml([form])[0]}</head><message>${stops}</message></p>`,
		JSON.stringify({ message: { r: TWO_STOPS }, head: { of: form } }),
	]) {
		const events = readPushes(readPushBody(Buffer.from(body)));
		expect(events).toHaveLength(1);
		expect((events[0]?.event as { phone?: string }).phone ?? '').not.toMatch(/52\d{7}/);
	}
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
	expect(readPush({ ...INCOMING, message: [hidden, hidden] })).not.toHaveProperty('other');
});

test('keeps the fields of an unknown push', () => {
	expect(readPush({ type: 'ping', n: 1, empty: '' })).toMatchObject({
		event: 'unknown',
		fields: { type: 'ping', n: '1' },
	});
});

test('repeated and oddly spelt fields are read', () => {
	expect(readPush({ status: ['', '102', '15'], message_he: 'א', operaor: 'X' })).toMatchObject({
		status: 102,
		other: { status: ['', '102', '15'] },
		operator: 'X',
	});
});

test('leaves out the texts of a status on record, which say no more than its meaning', () => {
	const report = readDeliveryReport({ status: '102', message_he: 'הגיע', en_message: 'Arrived' });
	expect(report.meaning).toBe('Delivered');
	expect(report).not.toHaveProperty('other');
});

test.each([
	[
		'a status nobody knows, in the words of the service',
		{ status: '8', he_message: 'לא ידוע', en_message: 'Roaming' },
		{ state: 'unknown', other: { he_message: 'לא ידוע', en_message: 'Roaming' } },
	],
	['a status nobody knows', { status: '8' }, { status: 8, state: 'unknown', final: false }],
	[
		'a status that is no number',
		{ status: 'OK' },
		{ status: 'OK', state: 'unknown', final: false },
	],
	['a missing status', { external_id: 'a' }, { status: undefined, state: 'unknown' }],
	['an unreadable date', { status: '0', date: 'now' }, { date: 'now', state: 'delivered' }],
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
])('puts out no list of numbers as a recipient: %s', (_, form, report) => {
	expect(readDeliveryReport(form)).toMatchObject(report);
});

test.each([
	['a missing phone', {}, { phone: undefined, phoneInternational: undefined, masked: false }],
	['a short code', { dest: '2020' }, { phone: '2020', phoneInternational: undefined }],
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

test('names that could change objects do no harm', () => {
	const form = JSON.parse('{"__proto__":"x","constructor":"y","status":"102"}') as Record<
		string,
		unknown
	>;
	expect(readPush(form).event).toBe('deliveryReport');
	for (const name of ['__proto__', '__PROTO__', ' __Proto__ ', 'CONSTRUCTOR']) {
		const event = readPush(JSON.parse(`{"${name}":"x","other":"y"}`) as Record<string, unknown>);
		expect(event).toMatchObject({ event: 'unknown' });
		expect(Object.keys((event as unknown as { fields: object }).fields)).toEqual(['other']);
	}
});

test('a conversation has an ID of its own, whatever its names hold', () => {
	const pairs = [
		['a-b', 'c'],
		['a', 'b-c'],
		['a%2Db', 'c'],
		['a-', 'b'],
		['a', '-b'],
	];
	const ids = pairs.map(([phone, dest]) => readPush({ ...INCOMING, phone, dest }));
	expect(new Set(ids.map((event) => (event as { sessionId?: string }).sessionId)).size).toBe(5);
});
