import { block, parametersFor, sendSms } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { ask } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const [A, SAMPLE, PHONE] = ['0501111111', '0570000001', '0537778899'];
const rehearsal = () => ({ credentials: { ...fixture.credentials(), rehearsalPhone: PHONE } });

test('a sample beside a person is no text accepted, and a rehearsal stays one', async () => {
	const send = sendSms({ phones: `${SAMPLE}, ${A}` });
	const { items } = await fixture.run(send);
	expect(fixture.sandbox.messages()).toHaveLength(1);
	expect(items[0]?.json.result).toBe('Accepted for 1 of 2');
	const { items: rehearsed } = await fixture.run(send, rehearsal());
	expect(rehearsed[0]?.json.result).toMatch(/^Rehearsal: this went to 0537778899 instead/);
});

test('no outcome is waited for where nobody was asked', async () => {
	await fixture.run(block({ phones: A }));
	const { items, run } = await fixture.run(ask({ phones: `${SAMPLE}, ${A}` }));
	expect(run.waitTill).toBeUndefined();
	expect(items[0]?.json).not.toHaveProperty('outcome');
	expect(items[0]?.json).toMatchObject({ onlyChecked: true, result: 'Accepted for 0 of 2' });
});

test('a refused send to contact lists says to which, and has no empty number', async () => {
	await oneContactList(fixture.sandbox, { phone: A });
	fixture.sandbox.addFault({ kind: 'noCredit', times: 2 });
	const send = sendSms({ sendTo: 'contactLists', contactLists: ['21501'] });
	const { items } = await fixture.run(send, { onError: 'continueRegularOutput' });
	expect(items[0]?.json).toMatchObject({ accepted: false, contactList: '21501' });
	expect(items[0]?.json.phone).toBeUndefined();
	const { errors } = await fixture.run(send, { onError: 'continueErrorOutput' });
	expect(errors[0]?.json.error).toMatchObject({ accepted: false, contactList: '21501' });
});

const rejects = (errors: string[], more = {}) =>
	JSON.stringify({ status: 0, message: 'ok', shipment_id: '1', errors, ...more });

test.each(['Code 734512 is on its way', '0501234567: code 734512 not sent'])(
	'a code that is not to be included is in no note and no reason: %s',
	async (said) => {
		const source = { __rl: true, mode: 'id', value: 'TextMe' };
		const otp = parametersFor('otp', 'send', { source, phone: '0501234567' });
		const reply = rejects([said], { code: '734512' });
		const { items } = await fixture.runWithReply(reply, otp());
		expect(JSON.stringify(items)).not.toContain('734512');
	},
);
