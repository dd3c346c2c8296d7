import type { IDataObject } from 'n8n-workflow';
import {
	bulkByPath,
	CALL_ONLY,
	parametersFor,
	sendSms,
	sendVoice,
	TEXT_AND_CALL,
} from './harness/calls.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';
import { ask } from './harness/questions.mts';

const fixture = useSandbox();

const estimate = parametersFor('sms', 'estimate', {
	source: 'TextMe',
	phones: '0501234567',
	message: 'Hello',
});
const otp = { source: 'TextMe', phone: '0501234567' };
const birthday = parametersFor('birthdayCampaign', 'update', { campaignId: '5001' });

describe('what stands for a missing value', () => {
	test('names the expression that yielded it, and the item', async () => {
		const message =
			'=Hi {{ $json.name }}, see you at {{ DateTime.fromISO($json.at).toFormat("HH:mm") }}';
		await fixture.expectBadInput(
			bulkByPath({ message }),
			`'Message' contains "Invalid DateTime", because a value is missing; check the fields in {{ DateTime.fromISO($json.at).toFormat("HH:mm") }}, or leave the item out [item 1]`,
			{
				items: [
					{ phone: '0501111111', name: 'Dana', at: '2026-05-01T10:30' },
					{ phone: '0502222222', name: 'Avi', at: 'soon' },
				],
			},
			1,
		);
	});

	test.each([
		['=A text about null for {{ $json.name }}', 'A text about null for Dana'],
		['=Hello {{ $json.word }}', 'Hello nullify, Annan'],
		['={{ $json.invitation }}', 'Infinity Spa opens today'],
		['={{ $json.sentence }}', 'None of you, or N/A'],
		['=Room: {{ $json.a ?? "N/A" }}', 'Room: N/A'],
	])('is allowed where the parameter says it, and in words: %s', async (message, text) => {
		await fixture.runWell(sendSms({ message }), {
			items: [
				{
					...{ name: 'Dana', word: 'nullify, Annan', sentence: 'None of you, or N/A' },
					invitation: 'Infinity Spa opens today',
				},
			],
		});
		expect(fixture.sandbox.messages()[0]?.text).toBe(text);
	});

	test('is not allowed a second time', async () => {
		await fixture.expectBadInput(
			sendSms({ message: '=NaN or null for {{ String($json.name) }}' }),
			/'Message' contains "null"/,
			{ items: [{ name: null }] },
		);
	});

	test.each(['{{ $json.total / 0 }}', '{{ (-1 / 0).toFixed(2) }}'])(
		'is a number that is none: %s',
		async (place) => {
			await fixture.expectBadInput(
				sendSms({ message: `=Pay ${place} ILS` }),
				/^'Message' contains "-?Infinity", because a value is missing/,
				{ items: [{ total: 5 }] },
			);
		},
	);

	test('refuses an answer to a stranger only where it is the whole answer', async () => {
		const texts = [
			...['undefined', 'None', 'Welcome', 'You wrote "null"', 'That is undefined behavior'],
		];
		const { items } = await fixture.goOn(
			parametersFor('sms', 'reply', { message: '={{ $json.text }}' })(),
			texts.map((text, n) => ({
				...{ eventId: String(n), phone: `050111111${n}`, to: '0559000100', text },
			})),
		);
		expect(items.map(({ json }) => json.accepted)).toEqual([false, false, true, true, true]);
		expect(fixture.sandbox.messages().map(({ text }) => text)).toEqual(texts.slice(2));
	});
});

describe('code in a text', () => {
	const CODE = 'Tom<br>&amp; **Jerry** {name}';
	const FOUND = `has an HTML tag ("<br>"), an HTML character ("&amp;"), Markdown ("**Jerry**"), a place that nothing filled in ("{name}"). People will see exactly that.`;
	test.each([
		['SMS Send and Wait', ask({ message: CODE })],
		['OTP Send', parametersFor('otp', 'send', otp)({ text: `${CODE} [code]` })],
	])('is named in the output of %s', async (_, parameters) => {
		const { items } = await fixture.runWell(parameters);
		expect(items[0]?.json.result ?? items[0]?.json.warning).toContain(FOUND);
	});

	test.each([
		['SMS Send', sendSms({ message: '={{ $json.message }}' })],
		['SMS Send, fixed', sendSms({ message: CODE })],
		['SMS Send Bulk', bulkByPath()],
		['Voice Send', sendVoice({ message: '={{ $json.message }}', reachBy: TEXT_AND_CALL })],
		['Estimate', estimate({ message: '={{ $json.message }}' })],
		['Birthday Campaign Update', birthday({ message: '={{ $json.message }}' })],
		['Reply', parametersFor('sms', 'reply', { message: '={{ $json.message }}' })()],
	])('is named on each item of %s, and goes out as it is', async (_, parameters) => {
		const message = CODE;
		const items: IDataObject[] = ['0501111111', '0502222222'].map((phone, n) => ({
			...{ phone, message, to: '0559000100', eventId: String(n) },
		}));
		const result = await fixture.runWell(parameters, { items });
		for (const { json } of result.items.filter((item) => detailsOf(item.json).skipped !== true)) {
			expect(json.warning ?? json.result).toContain(FOUND);
		}
		expect(detailsOf(result.items[0]?.json)).not.toHaveProperty('skipped');
		for (const { text } of fixture.sandbox.messages()) expect(text).toBe(message);
	});

	test.each([
		['={{ $json.at }}', '2026-12-01T07:00:00.000Z', '09:00'],
		['={{ new Date($json.at) }}', '2026-06-01T07:00:00.000Z', '10:00'],
		['={{ DateTime.fromISO($json.at) }}', '2026-12-01T07:00:00.000Z', '09:00'],
	])('a time of %s is named, with the expression that writes it', async (place, at, clock) => {
		const { items } = await fixture.runWell(sendSms({ message: `${place} o'clock` }), {
			items: [{ at }],
		});
		const [, way = ''] = /write (\{\{ .*? \}\})\./.exec(JSON.stringify(items)) ?? [];
		expect(JSON.stringify(items)).toContain("has a computer's time");
		const asTold = way.replace('$json.time', place.slice(4, -3));
		await fixture.runWell(sendSms({ message: `=At ${asTold}` }), { items: [{ at }] });
		expect(fixture.sandbox.messages().at(-1)?.text).toMatch(`${clock}`);
	});

	test('a model is told, too', async () => {
		const { items } = await fixture.runWell(sendSms({ message: '={{ $json.text }}' }), {
			items: [{ text: 'Hi {name}' }],
			type: 'n8n-nodes-textme.textMeTool',
		});
		expect(JSON.stringify(items)).toContain('People will see exactly that.');
	});

	test.each([
		['in a tool', 'text', { type: 'n8n-nodes-textme.textMeTool' }],
		['in the output of an agent', 'output', {}],
	])("a model's thoughts are refused %s", async (_, field, options) => {
		const given = { items: [{ [field]: '<think>She is angry.</think>We are sorry' }], ...options };
		const { error, items } = await fixture.run(
			sendSms({ message: `={{ $json.${field} }}` }),
			given,
		);
		expect(error?.message ?? items[0]?.json.error).toContain(
			"'Message' contains a model's thoughts (<think>)",
		);
		expect(fixture.sandbox.requests()).toEqual([]);
	});

	test('elsewhere they are named', async () => {
		const { items } = await fixture.run(sendSms({ message: '<think>x</think>y' }));
		expect(items[0]?.json.result).toMatch(/has a model's thoughts \("<think>"\)/);
	});
});

test('a type of call as text keeps its sender', async () => {
	for (const reachBy of [CALL_ONLY, TEXT_AND_CALL].map(String)) {
		await fixture.runWell(sendVoice({ reachBy }));
	}
});
