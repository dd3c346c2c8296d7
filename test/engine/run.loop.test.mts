import type { IDataObject } from 'n8n-workflow';
import { SENDS, sendSms, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const texts = () => fixture.sandbox.messages().map(({ text }) => text);

/** People one by one, as Loop Over Items passes them on. */
const oneByOne = (count: number): IDataObject[][] =>
	Array.from({ length: count }, (_, n) => [{ phone: `050111111${n}`, text: `Dear ${n}` }]);

test.each(SENDS)('counts the messages of all passes against a limit: %s', async (_, parameters) => {
	const limits = { mostMessages: { figure: 3 } };
	const { error } = await fixture.run(parameters(TO_EACH, { limits }), { passes: oneByOne(5) });
	expect(error?.message).toBe(
		"'Maximum Messages' is 3, and this run has 4, with the 3 of earlier rounds",
	);
	expect(texts()).toHaveLength(3);
});

test('reminds the same number again in a later pass', async () => {
	await fixture.run(sendSms({ message: 'Please answer' }), { passes: oneByOne(3) });
	expect(texts()).toHaveLength(3);
});

test('counts what a retry sends once', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, retryAfter: '3600', skip: 1 });
	await fixture.runWell(
		sendSms(TO_EACH, { limits: { mostMessages: { figure: 4 } }, concurrentRequests: 1 }),
		{ retryOnFail: true, maxTries: 2, passes: [oneByOne(2).flat(), oneByOne(4).flat().slice(2)] },
	);
	expect(texts()).toHaveLength(4);
});
