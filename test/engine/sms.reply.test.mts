import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parametersFor } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const INBOX = '0559000100';
const reply = parametersFor('sms', 'reply', { message: 'Thank you' });
const ABROAD = { includesInternational: true };
const TOOL = { type: 'n8n-nodes-textme.textMeTool' };

const from = (phone: string, more: IDataObject = {}): IDataObject => ({
	event: 'incomingMessage',
	eventId: `message of ${phone}`,
	phone,
	message: 'Are you open?',
	to: INBOX,
	...more,
});

const sent = () =>
	fixture.sandbox.messages().map(({ phone, source, text }) => [phone, source, text]);

test('texts who wrote, from the number they wrote to', async () => {
	const { items } = await fixture.runWell(reply(), { items: [from('0501234567')] });
	const [message] = fixture.sandbox.messages();
	expect(message).toMatchObject({ phone: '0501234567', source: INBOX, text: 'Thank you' });
	expect(items[0]?.json).toMatchObject({
		...{ accepted: true, phone: '0501234567', details: { externalId: message?.externalId } },
	});
});

test('texts who wrote from abroad, where that is allowed', async () => {
	await fixture.runWell(reply({}, ABROAD), { items: [from('+447700900123')] });
	expect(sent()).toEqual([['447700900123', INBOX, 'Thank you']]);
});

test('reaches who wrote when it is a tool, whatever number a model names', async () => {
	const stranger = { phone: '0509999999', to: 'TextMe', message: 'From the model' };
	const { items } = await fixture.runWell(reply(), {
		...TOOL,
		triggered: [from('0501234567')],
		items: [stranger],
	});
	expect(items[0]?.json).toMatchObject({ accepted: true, phone: '0501234567' });
	expect(sent()).toEqual([['0501234567', INBOX, 'Thank you']]);
});

const [DANA, OMER] = ['0501111111', '0502222222'];
const OTHER_INBOX = '0559000101';
const AGENT = { output: 'Hi' };
const LATER = { eventId: 'later' };
const SENT = { accepted: true, phone: OMER, to: OTHER_INBOX };
const noMessage = (event: string, phone?: string): IDataObject => ({
	event,
	eventId: `${event} of ${phone}`,
	...(phone && { phone }),
});
const dragged = {
	replyTo: "={{ $('Trigger').item.json.phone }}",
	replyFrom: "={{ $('Trigger').item.json.to }}",
};

interface Way {
	triggered?: IDataObject[];
	items: IDataObject[];
	options?: INodeParameters;
	type?: string;
}

const behind = (item: IDataObject, ...triggered: IDataObject[]): Way => ({
	...{ triggered, items: [item] },
});

const answered: Array<[string, Way, Array<[phone: string, from: string]>]> = [
	['the items of a poll name', { items: [from(DANA), from(OMER)] }, both()],
	['an item names as a sheet writes it', { items: [{ phone: 501111111, to: INBOX }] }, dana()],
	['wrote, behind an agent', behind(AGENT, from(DANA)), dana()],
	['wrote twice, behind an agent', behind(AGENT, from(DANA), from(DANA, LATER)), dana()],
	['wrote, behind a send', behind(SENT, from(DANA)), dana()],
	[
		'the options name, one by one',
		{
			triggered: [from(DANA), from(OMER)],
			items: [AGENT, AGENT],
			options: dragged,
		},
		both(),
	],
	[
		'the options name, whatever the item says',
		{ items: [from(OMER)], options: { replyTo: DANA, replyFrom: INBOX } },
		dana(),
	],
	['one option names', { items: [from(OMER)], options: { replyTo: DANA } }, dana()],
	[
		'the options of a tool name',
		{
			...TOOL,
			triggered: [from(DANA), from(OMER)],
			items: [{ message: 'Hi' }],
			options: {
				replyTo: "={{ $('Trigger').first().json.phone }}",
				replyFrom: "={{ $('Trigger').first().json.to }}",
			},
		},
		dana(),
	],
];

function dana(): Array<[string, string]> {
	return [[DANA, INBOX]];
}

function both(): Array<[string, string]> {
	return [...dana(), [OMER, INBOX]];
}

test.each(answered)('texts whom %s', async (_, { options, ...way }, whom) => {
	await fixture.runWell(reply({}, options), way);
	const texted = sent().map(([phone, source]) => [phone, source]);
	expect(texted.sort()).toEqual(whom);
});

const SEVERAL = /^Reply does not know whom to answer: .*, and several people started the workflow/;
const NOBODY = /^Reply does not know whom to answer: .*, and no message started the workflow/;
const EMPTY = /^'Reply To' has a gap: there is no field "nobody"/;
const agentBehind = (...triggered: IDataObject[]) => behind(AGENT, ...triggered);

const refused: Array<[string, Way, RegExp]> = [
	['two people wrote', agentBehind(from(DANA), from(OMER)), SEVERAL],
	['one wrote to two numbers', agentBehind(from(DANA), from(DANA, { to: OTHER_INBOX })), SEVERAL],
	[
		'somebody wrote, and somebody else opted out',
		agentBehind(from(DANA), noMessage('blocklistAddition', OMER)),
		SEVERAL,
	],
	['somebody opted out', agentBehind(noMessage('blocklistAddition', DANA)), NOBODY],
	['who wrote withholds the number', { items: [from(DANA, { phone: undefined })] }, NOBODY],
	['an item has only a phone', { items: [{ phone: DANA }] }, NOBODY],
	['an item is the output of a send', { items: [{ ...from(DANA), accepted: true }] }, NOBODY],
	['a model names somebody to its tool', { items: [from(DANA)], ...TOOL }, NOBODY],
	['one option is missing', { items: [{}], options: { replyTo: DANA } }, NOBODY],
	[
		'an option is empty',
		{ items: [from(DANA)], options: { ...dragged, replyTo: '={{ $json.nobody }}' } },
		EMPTY,
	],
];

test.each(refused)('refuses before a request where %s', async (_, { options, ...way }, message) => {
	const { items, error } = await fixture.run(reply({}, options), way);
	const { error: reason, whatToDo } = (items[0]?.json ?? {}) as Record<string, string>;
	const told = (error?.message ?? `${reason}; ${whatToDo}`).replace('; Drag', '; drag');
	expect(told).toMatch(message);
	if (message !== EMPTY) {
		expect(told).toContain("drag 'phone' and 'to' of the trigger into the options 'Reply To'");
	}
	expect(fixture.sandbox.requests()).toEqual([]);
});

/** A stranger's message that nobody can answer, and why. */
const oddities: Array<[string, IDataObject, RegExp]> = [
	['a name', { phone: 'MyBank' }, /^The phone to answer is not a phone number/],
	['a premium number', { phone: '+882161234567' }, /^The phone to answer is a premium number/],
	['several numbers', { phone: `${DANA},${OMER}` }, /^The phone to answer /],
	['texts to *3456', { to: '*3456' }, /^The number that would answer has characters other than/],
	['a text to a name', { to: 'TextMe' }, /^The number that would answer is a name \("TextMe"\)/],
	['whoever there is no answer for', { message: '' }, /^'Message' is empty/],
	['a placeholder', { message: '[DYNAMIC_FIELD1]' }, /^'Message' has \[DYNAMIC_FI/],
];
const answer = (options?: INodeParameters) => reply({ message: '={{ $json.message }}' }, options);

describe.each(oddities)('refuses %s', (_, odd, reason) => {
	const stranger = from('0501234567', odd);

	test('before a request', async () => {
		const { error } = await fixture.run(answer(ABROAD), { items: [from(DANA), stranger] });
		expect(error?.message).toMatch(reason);
		expect(fixture.sandbox.requests()).toEqual([]);
	});

	test('and answers everybody else, if it continues', async () => {
		const { items } = await fixture.runWell(answer(ABROAD), {
			onError: 'continueRegularOutput',
			items: [from(DANA), stranger, from(OMER)],
		});
		expect(sent().sort()).toEqual([DANA, OMER].map((phone) => [phone, INBOX, 'Are you open?']));
		expect(items.map(({ json }) => json.accepted)).toEqual([true, false, true]);
		expect((items[1]?.json.result as string).replace('Not sent: ', '')).toMatch(reason);
	});
});

test('refuses who wrote from abroad, unless that is allowed', async () => {
	const { error } = await fixture.run(reply(), { items: [from('+2399801234')] });
	expect(error?.message).toMatch(
		/^The phone to answer is not an Israeli number .*'Allow International Numbers'/,
	);
	expect(fixture.sandbox.requests()).toEqual([]);
});
