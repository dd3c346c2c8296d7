import { oneContactList } from './harness/oneContactList.mts';
import { onlySentElement, useSandbox } from './harness/useSandbox.mts';
import { CALL_FILTERED, CALL_ONLY, sendVoice, TEXT_AND_CALL } from './harness/calls.mts';

const fixture = useSandbox();

const KOSHER = '0509999015';

const kinds = () => fixture.sandbox.messages().map(({ phone, kind }) => `${kind} ${phone}`);

test('makes a call only', async () => {
	const { items } = await fixture.runWell(sendVoice());
	const [call, ...others] = fixture.sandbox.messages();
	expect(others).toStrictEqual([]);
	expect(onlySentElement(fixture, 'sms').tts).toStrictEqual({ type: CALL_ONLY });
	const wanted = { kind: 'voice', phone: '0501234567', source: 'TextMe' };
	expect(call).toMatchObject({ ...wanted, text: 'Your appointment is tomorrow' });
	expect(items).toEqual([
		{
			json: {
				accepted: true,
				phone: '0501234567',
				result: 'Accepted',
				details: { externalId: call?.externalId, shipmentId: String(call?.campaignId) },
			},
			pairedItem: { item: 0 },
		},
	]);
});

test('sends a text and makes a call to everybody', async () => {
	const { items } = await fixture.run(
		sendVoice({ reachBy: TEXT_AND_CALL, phones: `0501234567, ${KOSHER}` }),
	);
	expect(kinds().sort()).toEqual([
		...['sms 0501234567', `sms ${KOSHER}`, 'voice 0501234567', `voice ${KOSHER}`],
	]);
	const details = { segments: 1, encoding: 'GSM-7', alsoCalled: true };
	expect(items[0]?.json).toMatchObject({ details });
});

test('sends a text, and calls filtered phones', async () => {
	const { items } = await fixture.run(
		sendVoice({ reachBy: CALL_FILTERED, phones: `0501234567, ${KOSHER}` }),
	);
	expect(kinds()).toEqual(['sms 0501234567', `voice ${KOSHER}`]);
	expect(items[0]?.json.details).toMatchObject({ segments: 1, encoding: 'GSM-7' });
});

test('calls a contact list with what is known of each contact', async () => {
	const listId = await oneContactList(fixture.sandbox, { phone: '0521111111', df1: 'Dana' });
	const { items } = await fixture.runWell(
		sendVoice(
			{ sendTo: 'contactLists', contactLists: [listId], message: 'Hello [DYNAMIC_FIELD1]' },
			{ addDynamic: true },
		),
	);
	expect(fixture.sandbox.messages()).toMatchObject([
		{ kind: 'voice', phone: '0521111111', text: 'Hello Dana' },
	]);
	expect(items[0]?.json).toMatchObject({ accepted: true, contactList: listId });
});

test('type, rate and repeat are numbers in JSON', async () => {
	await fixture.run(
		sendVoice(
			{ reachBy: TEXT_AND_CALL },
			{ ttsRate: '={{ "-3" }}', ttsRepeat: 3, ttsVoice: 'ymFemale' },
		),
	);
	const tts = { type: 3, rate: -3, repeat: 3, voice: 'ymFemale' };
	expect(onlySentElement(fixture, 'sms').tts).toEqual(tts);
});
