import { sendSms } from './harness/smsSend.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const WRONG_LENGTH = {
	json: '{"status":9,"message":"phone number too short or too long"}',
	xml: '<sms><status>9</status><message>phone number too short or too long</message></sms>',
};

test.each(ENCODINGS)('names a number that is refused for its length, in %s', async (encoding) => {
	const { error } = await fixture.runWithReply(
		WRONG_LENGTH[encoding],
		sendSms({ phones: '0501234567, +29012345' }, { includesInternational: true }),
		{ encoding },
	);
	expect(error?.message).toMatch(/too short or too long \(status 9\)/);
	expect(error?.description).toContain('Numbers in question: 29012345.');
});

test('refuses a number that cannot be one of Israel before the request', async () => {
	const { error } = await fixture.run(sendSms({ phones: '05022233' }));
	expect(error?.message).toMatch(/'Phone Numbers' is not a phone number \("05022233"\); Israeli/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('says of an unverified sender that a number can be verified here, a name by the support', async () => {
	const { error } = await fixture.run(sendSms({ source: 'Nobody' }));
	expect(error?.description).toMatch(
		/A number: verify it with Sender, Verify\. A name: ask the support/,
	);
	const verify = await fixture.run({
		resource: 'sender',
		operation: 'verify',
		phones: 'MyShop',
		options: {},
	});
	expect(verify.error?.message).toMatch(
		/'Phone Numbers' has a name \("MyShop"\), and you can only verify numbers here; ask the support/,
	);
});
