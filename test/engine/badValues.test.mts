import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { allFieldsOf } from '../../nodes/TextMe/describe';
import type { Operation } from '../../nodes/TextMe/operation';
import { valuesWith } from './harness/hostileValues.mts';
import {
	CALL_ITEMS,
	OPERATION_CALLS,
	OPERATIONS,
	parametersOf,
} from './harness/operationCalls.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { TEXT_AND_CALL } from './harness/calls.mts';

const fixture = useSandbox();

/** A value, and what is said of it: after the name of the field, or all of it. */
type Bad = readonly [value: INodeParameters[string], said: string | RegExp];

const PHONE: Bad[] = [
	['0501234567, 26.11.2026', 'is not a phone number'],
	['+14155550100', 'is not an Israeli number'],
	['4567-123-050', 'is not a phone number ("4567-123-050"), but one written backwards'],
];
const ID: Bad[] = [
	['spring', 'is not an ID ("spring"); use digits only'],
	['21,501', /'.*' (is not an ID|has "21,501", which may be one ID or several)/],
];
/** What an expression gives whose items have no such field. */
const NONE: Bad = ['={{ [$json.missing].filter(Boolean) }}', 'is empty'];
const NO_FIELD = 'has a gap: there is no field "missing"; ';
const NO_DATE: Bad[] = [['2026-02-31', 'is not a date']];
const PASSED: Bad = ['={{ "2030-04-23" }}', 'is a day without a time ("2030-04-23"); add the time'];
const TOO_LONG: Bad = [`[code]${'x'.repeat(1000)}`, 'has 1006 characters'];

/** What only one field refuses, besides what its type and its being required say. */
const OF_FIELD: Record<string, Bad[]> = {
	phones: [...PHONE, NONE],
	phone: PHONE,
	contactList: [...ID, ['21501\n21502', /'.*' (is not an ID|has more than one contact list)/]],
	contactLists: [...ID, NONE],
	campaignId: ID,
	shipmentIds: [...ID, NONE],
	source: [
		['TwelveLetter', 'has 12 characters'],
		['+972501234', 'starts with "+"'],
	],
	message: [TOO_LONG, ['\u200F\u2800', 'is empty']],
	listName: [['a\u0001b', /^The request holds a character that cannot be sent \(U\+0001/]],
	text: [TOO_LONG, ['Your code', 'does not contain [code]']],
	campaignName: [['x'.repeat(51), 'has 51 characters']],
	from: [
		...NO_DATE,
		['2099-01-01', /^The time from 'From' to 'To' ends before it begins/],
		['1999-01-01', 'is outside the years 2000 to 2099'],
	],
	to: NO_DATE,
	timing: [...NO_DATE, PASSED, ['2020-04-23T10:00', 'is in the past']],
	root: [
		['={{ "" }}', 'is not the name of an operation'],
		['get CL', 'is not the name of an operation'],
		['<sms>', 'is not the name of an operation'],
		['xmlSend', /^The request has a name that cannot be used/],
	],
	body: [
		['={{ "" }}', 'is not a JSON object'],
		['{', 'is not a JSON object'],
		['[1]', 'is not a JSON object'],
		['{ "a b": 1 }', /^The request has a name that cannot be used for a field: "a b"/],
		['{ "a": [[1]] }', /^The request holds a list inside a list in sms.a\[0\]/],
	],
	// Nobody may read it in an error.
	code: [['01234x', /^'Code' is not a code; use digits only (?!.*01234x)/]],
	otpPhone: PHONE,
};

/** Empty values have a meaning here: no IDs, no list, the usual label. The descriptions say so. */
const MAY_BE_EMPTY = ['contactList', 'externalIds', 'approveLabel', 'disapproveLabel'];
/** Switches that would send something else, or to the wrong people, if they were off. */
const SWITCHES = ['addDynamic'];
/** Their texts may be anything, or are checked with others. */
const ANY_TEXT = ['password', 'body', 'root', 'code', 'allowedPhones', 'tag'];

const takesForeign = (operation: Operation) =>
	allFieldsOf(operation).some(({ name }) => name === 'includesInternational');

const isOption = (operation: Operation, field: INodeProperties) =>
	!operation.fields.includes(field);

/** A setting of the run takes no expression: n8n gives its text. */
const asWritten = ([value, said]: Bad): Bad =>
	typeof value === 'string'
		? [value.replace(/^=\{\{ "?(.*?)"? \}\}$/, '$1').replace('$json.missing', ''), said]
		: [value, said];

function badValuesOf(operation: Operation, field: INodeProperties): Bad[] {
	const bad = badExpressionsOf(operation, field);
	return field.noDataExpression ? bad.map(asWritten) : bad;
}

function badExpressionsOf(operation: Operation, field: INodeProperties): Bad[] {
	const { name, type, required, typeOptions = {} } = field;
	const { minValue: least, maxValue: most, loadOptionsMethod } = typeOptions;
	const isNeeded = isOption(operation, field)
		? !MAY_BE_EMPTY.includes(name) &&
			(['string', 'number', 'options', 'dateTime'].includes(type) || SWITCHES.includes(name))
		: required && !['root', 'body'].includes(name);
	return [
		...(isNeeded
			? [['={{ $json.missing }}', field.noDataExpression ? 'is empty' : NO_FIELD] as const]
			: []),
		...(isNeeded && !isOption(operation, field)
			? [['={{ "" }}', type === 'number' ? 'is ""' : 'is empty'] as const]
			: []),
		...(least === undefined ? [] : [[least - 1, `is "${least - 1}"; use a whole number`] as const]),
		...(most === undefined ? [] : [[most + 1, `is "${most + 1}"; use a whole number`] as const]),
		...(type === 'number' ? [['={{ "many" }}', 'is "many"; use a whole number'] as const] : []),
		...(type === 'options' && !loadOptionsMethod
			? [['={{ "none" }}', 'is "none"; use '] as const]
			: []),
		...(OF_FIELD[name] ?? []),
	];
}

test('names an operation that there is not', async () => {
	const { error } = await fixture.run({ resource: 'sms', operation: 'sendAll' });
	expect(error?.message).toBe("'Operation': there is no 'sendAll' for 'sms'");
});

/** Texts that nobody meant to send, in any field with texts. */
const NOT_MEANT = [
	...['{{ $json.x }}', 'Hi $json.name', '=Hi {{ [$json.missing].map(String)[0] }}'],
	...['=Hi {{ ["No", "ne"].join("") }}', '={{ ({ number: "0501234567" }) }}'],
	'={{ [[["0501234567"]], ["x"]] }}',
];
const NAMES_THE_FIELD = /^'[A-Z][^']+' (is|has|contains|does not contain) /;

const calls = OPERATION_CALLS.map((call) => [call.operation, call] as const);

const isForModels = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
	Object.keys(show).some((name) => name.startsWith('@'));

/** The parameters with which the editor shows a field. */
function shownWith({ displayOptions: { show = {} } = {} }: INodeProperties): INodeParameters {
	return Object.fromEntries(
		Object.entries(show).map(([name, values = []]) => [
			name.replace(/^\//, ''),
			values[0] as string,
		]),
	);
}

test.each(calls)('refuses bad values in each field of %s before it asks', async (name, call) => {
	const operation = OPERATIONS.get(name)!;
	const usual = await parametersOf(call, fixture.sandbox);
	fixture.sandbox.reset();
	const passed: string[] = [];
	const run = async (values: INodeParameters, said: string | RegExp) => {
		const before = fixture.sandbox.requests().length;
		const { error, items } = await fixture.run(values, {
			items: CALL_ITEMS,
			account: fixture.sandbox[call.as ?? 'account'],
		});
		// A bad reply to a stranger is no error.
		const message =
			error?.message ??
			(items[0]?.json.result as string | undefined)?.replace('Not sent: ', '') ??
			'';
		const isSaid = typeof said === 'string' ? message.includes(said) : said.test(message);
		if (isSaid && fixture.sandbox.requests().length === before) return;
		passed.push(`${String(said)} is not said of ${JSON.stringify(values)}: ${message}`);
	};
	for (const field of allFieldsOf(operation).filter((one) => !isForModels(one))) {
		const shown = { contactLists: ['21501'], ...usual, ...shownWith(field) };
		const put = (value: INodeParameters[string]): INodeParameters =>
			isOption(operation, field)
				? // A call has fewer options than a text.
					{
						...shown,
						...('reachBy' in usual && { reachBy: TEXT_AND_CALL }),
						options: { [field.name]: value },
					}
				: { ...shown, [field.name]: value };
		for (const [value, said] of badValuesOf(operation, field)) {
			await run(put(value), typeof said === 'string' ? `'${field.displayName}' ${said}` : said);
		}
		if (takesForeign(operation) && ['phone', 'phones'].includes(field.name)) {
			const abroad = { options: { includesInternational: true } };
			await run({ ...put('4567-123-050'), ...abroad }, 'one written backwards');
		}
		if (ANY_TEXT.includes(field.name) || field.type === 'options') continue;
		if (field.noDataExpression) continue;
		for (const text of NOT_MEANT) {
			for (const [, value] of valuesWith(field, text)) {
				// An answer may quote such a word of a stranger.
				const isAnswer = name === 'sms.reply' && JSON.stringify(value).startsWith('"=Hi ');
				if (!isAnswer) await run(put(value), NAMES_THE_FIELD);
			}
		}
	}
	expect(passed).toEqual([]);
});
