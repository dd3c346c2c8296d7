import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bulkByExpression, bulkPeople, parametersFor, phoneOf, sendSms } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { verifyCode, sendCode } from './harness/oneTimeCodes.mts';
import { byName, CALL_ITEMS, OPERATION_CALLS, parametersOf } from './harness/operationCalls.mts';
import { remembered } from './harness/rememberedKeys.mts';
import { detailsOf, useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();
const PHONE = '0537778899';

/**
 * Runs with a credential that sends everything to one phone. Nodes know an account by its address, and the port may have been
 * another sandbox's: `//` makes the address a new one.
 */
const rehearse = async (
	parameters: INodeParameters,
	options: SandboxRun = {},
	rehearsalPhone = PHONE,
) =>
	await fixture.run(parameters, {
		...options,
		credentials: {
			...fixture.credentials({ ...options, rehearsalPhone }),
			baseUrl: `${fixture.sandbox.baseUrl}//`,
		},
	});
const rung = () => [...new Set(fixture.sandbox.messages().map(({ phone }) => phone))];
const textsOf = () => fixture.sandbox.messages().map(({ text }) => text);

test.each(byName(OPERATION_CALLS))('reaches nobody but the one phone by %s', async (_, call) => {
	const parameters = await parametersOf(call, fixture.sandbox);
	const before = fixture.sandbox.messages().length;
	const { error } = await rehearse(parameters, {
		account: fixture.sandbox[call.as ?? 'account'],
		items: CALL_ITEMS,
	});
	const after = fixture.sandbox.messages().slice(before);
	expect(after.filter(({ phone }) => phone !== PHONE)).toEqual([]);
	const isRefused = call.operation === 'sender.verify';
	expect(error?.message.includes('cannot be rehearsed')).toBe(isRefused || undefined);
});

const INSTEAD = `Rehearsal: this went to ${PHONE} instead`;

test('several numbers of an item get one text, which names the first', async () => {
	const { items, error } = await rehearse(
		sendSms({ phones: '050-1234567, +972 52-765-4321' }, { externalIds: 'a, b', tempBl: 7 }),
	);
	expect(error).toBeUndefined();
	expect(textsOf()).toEqual(['To 050-123 4567 and 1 more: Hello']);
	expect(rung()).toEqual([PHONE]);
	expect(fixture.sandbox.requests()[0]?.body).not.toContain('temp_bl');
	expect(items[0]?.json.accepted).toBe(true);
	expect(detailsOf(items[0]?.json).recipients).toMatchObject([
		{ accepted: true, phone: '0501234567', result: 'Accepted', externalId: 'a' },
		{ accepted: true, phone: '0527654321', result: 'Accepted', externalId: 'b' },
	]);
});

test('says so in each item of the output, and above them', async () => {
	const { items, hints } = await rehearse(
		sendSms({ phones: '={{ $json.phone }}', message: '={{ $json.message }}' }),
		{ items: bulkPeople(11) },
	);
	expect(hints).toContain(
		`Rehearsal: everything goes to ${PHONE}. To send to people, empty 'Send Everything to This Phone' in the credential.`,
	);
	expect(items[0]?.json).toMatchObject({ accepted: true, result: INSTEAD });
	expect(items[10]?.json).toMatchObject({
		accepted: true,
		details: { onlyChecked: true },
		result: `Rehearsal: this went to nobody, because 10 messages of this run have gone to ${PHONE}`,
	});
});

test.each<[string, INodeParameters]>([
	['the raw reply', sendSms({}, { simplify: false })],
	['a lost answer', sendSms({ message: '#status:6' })],
	['a refusal', sendSms({ message: '#status:4' })],
])('says so beside %s', async (_, parameters) => {
	for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
		const { items, errors } = await rehearse(parameters, { onError });
		expect(JSON.stringify([...items, ...errors])).toContain('"rehearsal":true');
	}
});

test.each(['', '1'])('says it once to a model, in execution %j', async (executionId) => {
	const { items } = await rehearse(sendSms(), {
		...{ type: 'n8n-nodes-textme.textMeTool', executionId },
	});
	expect(items[0]?.json.result).toBe(INSTEAD);
});

test('says nothing where it is none, or nothing is sent', async () => {
	const sent = await fixture.run(sendSms());
	const read = await rehearse(parametersFor('account', 'getBalance', {})(), {});
	const contactList = await oneContactList(fixture.sandbox, { phone: '0501234567' });
	const changed = await rehearse(parametersFor('contactList', 'delete', { contactList })());
	for (const { items, hints } of [sent, read, changed]) {
		expect(JSON.stringify([items, hints])).not.toContain('Rehearsal');
	}
});

test('texts nobody else when the credential could not be read before the request', async () => {
	let reads = 0;
	const { error } = await fixture.run(sendSms(), {
		credentials: {
			...fixture.credentials(),
			get rehearsalPhone() {
				if (reads++ === 0) throw new Error('The vault does not answer');
				return PHONE;
			},
		},
	});
	expect(error).toBeUndefined();
	expect(rung()).toEqual([PHONE]);
});

test('uses up no key, and sends under a used one', async () => {
	const parameters = sendSms({}, { idempotencyKey: 'order-1' });
	await rehearse(parameters, { executionId: '1' });
	expect(remembered.largest).toBe(0);
	const { items } = await fixture.run(parameters, { executionId: '2' });
	expect(items[0]?.json).toMatchObject({ accepted: true });
	await rehearse(parameters, { executionId: '3' });
	expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([
		...[PHONE, '0501234567', PHONE],
	]);
});

test('refuses a contact list before the first text, and names the item', async () => {
	const list = await oneContactList(fixture.sandbox, { phone: '0501234567' });
	const sendTo = "={{ $json.list ? 'contactLists' : 'phones' }}";
	const send = sendSms({ sendTo, contactLists: '={{ [$json.list] }}' });
	const { error } = await rehearse(send, { items: [{}, { list }] });
	expect(error?.message).toBe(
		'The request cannot be rehearsed with a contact list; rehearse it with a phone number [item 1]',
	);
	expect(textsOf()).toEqual([]);
});

test('texts a code to the one phone, where it works', async () => {
	await rehearse(sendCode());
	expect(rung()).toEqual([PHONE]);
	const code = fixture.sandbox.lastOtp(PHONE);
	const { items } = await rehearse(verifyCode(code));
	expect(items[0]?.json).toMatchObject({ verified: true });
});

test('sends ten in all passes of a loop', async () => {
	const parameters = sendSms({ phones: '={{ $json.phone }}', message: '={{ $json.message }}' });
	const { error } = await rehearse(parameters, {
		passes: bulkPeople(14).map((person) => [person]),
	});
	expect(error).toBeUndefined();
	expect(textsOf()).toHaveLength(10);
});

test.each(['not a phone', '05012', '1700-123456', '0501234567, 0527654321'])(
	'sends nothing when %j is to be the phone',
	async (phone) => {
		const { error } = await rehearse(sendSms(), {}, phone);
		expect(error?.message).toMatch(/^'Send Everything to This Phone' in the credential is /);
		expect(fixture.sandbox.counters().messages).toBe(0);
	},
);

test('sends ten to the one phone, and checks the others by its own rules alone', async () => {
	const bad = { ...bulkPeople(1)[0], phone: phoneOf(30), sender: 'Nobody' } as IDataObject;
	const { items } = await rehearse(bulkByExpression(), {
		items: [...bulkPeople(25), bad],
		onError: 'continueRegularOutput',
	});
	expect(rung()).toEqual([PHONE]);
	expect(textsOf()[0]).toBe('To 051-000 0000: Hello 0');
	expect(fixture.sandbox.counters()).toMatchObject({ repeated: [], requests: { bulk: 1 } });
	expect(textsOf()).toHaveLength(10);
	expect(items.map(({ json }) => json.accepted === true || json.result)).toEqual(
		Array(26).fill(true),
	);
	expect(items.map(({ json }) => detailsOf(json).onlyChecked === true).indexOf(true)).toBe(10);
});
