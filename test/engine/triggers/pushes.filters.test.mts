import type { INodeParameters } from 'n8n-workflow';
import { form } from '../harness/fakeExchange.mts';
import { BLOCK, INCOMING, receivePush, REPORT } from '../harness/pushes.mts';

const report = (status: string) => ({ ...REPORT, status });
const UNKNOWN_TEXT = { phone: INCOMING.phone, dest: INCOMING.dest, body: 'stop' };
const firstWord = (keywords: string) => ({ filters: { keywords, keywordMatch: 'firstWord' } });
test.each([
	['an event that is not chosen', { events: ['incomingMessage'] }, REPORT, 0],
	['only final, final', { filters: { finalOnly: true } }, report('102'), 1],
	['only final as text, not final', { filters: { finalOnly: 'true' } }, report('-1'), 0],
	['not only final, as text', { filters: { finalOnly: 'false' } }, report('-1'), 1],
	['only failed, delivered', { filters: { deliveryStates: ['failed'] } }, report('102'), 0],
	['states do not touch messages', { filters: { deliveryStates: ['failed'] } }, INCOMING, 1],
	['own number', { filters: { receivingNumbers: '+972 55-900-0100' } }, INCOMING, 1],
	['other number', { filters: { receivingNumbers: '0559000101, 0559000102' } }, INCOMING, 0],
	['sender', { filters: { senders: '050-1234567' } }, INCOMING, 1],
	['other sender', { filters: { senders: '050-1234568' } }, INCOMING, 0],
	['Hebrew keyword as first word', firstWord('כן'), INCOMING, 1],
	['part of the first word', firstWord('כ'), INCOMING, 0],
	['not the whole text', { filters: { keywords: 'כן', keywordMatch: 'whole' } }, INCOMING, 0],
	...(
		[
			['\u200F"הסר".', 'whole', 1],
			['1️⃣', 'whole', 1],
			['stopping by at 5', 'firstWord', 0],
			['I do. Stop', 'firstWord', 0],
			['1️⃣ of us', 'contains', 1],
		] as const
	).map(([message, keywordMatch, expected]) => [
		`${message} as a phone writes it (${keywordMatch})`,
		{ filters: { keywords: 'הסר, stop, 1', keywordMatch } },
		{ ...INCOMING, message },
		expected,
	]),
	...['נא להסיר', 'Hello', "Don't stop"].map((message) => [
		`only removals, "${message}"`,
		{ filters: { asksToBeRemoved: true } },
		{ ...INCOMING, message },
		message === 'נא להסיר' ? 1 : 0,
	]),
	['not only removals', { filters: { asksToBeRemoved: 'false' } }, INCOMING, 1],
	['keyword in an unknown field', { filters: { keywords: 'stop' } }, UNKNOWN_TEXT, 0],
	...['startsWith', 'Whole Text', '', null].map((keywordMatch) => [
		`keyword in an unknown place, ${keywordMatch}`,
		{ filters: { keywords: 'כן', keywordMatch } },
		INCOMING,
		0,
	]),
	...(
		[
			['I know: NO!', 'no', 1],
			['ok👍', '👍', 1],
			['ขอยกเลิกครับ', 'ยกเลิก', 1],
			['Not  now\u00A0please', 'not now please', 1],
			['כֵּן', 'כ', 0],
		] as const
	).map(([message, keywords, expected]) => [
		`"${keywords}" in "${message}"`,
		{ filters: { keywords } },
		{ ...INCOMING, message },
		expected,
	]),
	...[
		...['', ' , ', '={{ $vars.none }}', '={{ undefined }}'].flatMap((empty) => [
			{ keywords: empty },
			{ senders: empty },
			{ receivingNumbers: empty },
		]),
		{ keywords: [] },
	].map((filters) => [`a filter that is empty when a push arrives`, { filters }, INCOMING, 0]),
	...['incomingMessage,deliveryReport', ' incomingMessage', ['incomingMessage ']].map((events) => [
		'an event that is chosen with a space or a comma',
		{ events, filters: { keywords: 'stop', keywordMatch: 'contains ' } },
		INCOMING,
		1,
	]),
	['opt-outs, whatever the messages', { filters: { keywords: 'other', senders: '1' } }, BLOCK, 1],
] as Array<[string, INodeParameters, Record<string, string>, number]>)(
	'lets an event pass the filters, or not: %s',
	async (_, parameters, fields, expected) => {
		const { status, events } = await receivePush({ body: form(fields) }, parameters);
		expect(status).toBe(200);
		expect(events).toHaveLength(expected);
	},
);
