import { sendSms } from './harness/smsSend.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const PEOPLE = Array.from({ length: 9 }, (_, n) => ({ phone: `050111111${n}`, text: `Dear ${n}` }));
const send = sendSms(
	{ phones: '={{ $json.phone }}', message: '={{ $json.text }}' },
	{ concurrentRequests: 1 },
);

describe.each(ENCODINGS)('a run that stopped half way, in %s', (encoding) => {
	test.each([
		[1, '1 number was texted: 0501111110.'],
		[3, '3 numbers were texted: 0501111110, 0501111111, 0501111112.'],
		[
			7,
			'7 numbers were texted: 0501111110, 0501111111, 0501111112, 0501111113, 0501111114 and 2 more.',
		],
	])('says who was texted, after %i texts, and what sends again', async (skip, sentence) => {
		fixture.sandbox.addFault({
			kind: 'httpStatus',
			status: 429,
			retryAfter: '3600',
			root: 'sms',
			skip,
			times: 0,
		});
		const { error } = await fixture.run(send, { encoding, items: PEOPLE });
		expect(error?.description).toContain(
			`${sentence} To execute the workflow again texts them again; 'Retry' in the list of executions does not.`,
		);
	});
});

test('says nothing of the kind before the first text', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, retryAfter: '3600', times: 0 });
	const { error } = await fixture.run(send, { items: PEOPLE });
	expect(error?.description).not.toContain('texted');
});
