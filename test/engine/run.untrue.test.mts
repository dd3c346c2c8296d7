import { parametersFor, sendSms } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const A = '0501111111';

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
