import type { INodeParameters } from 'n8n-workflow';
import { remembered } from './harness/rememberedKeys.mts';
import { sendSms, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { run } = fixture;
const [P, Q, R] = ['0501111111', '0502222222', '0503333333'] as const;
const texted = () => fixture.sandbox.messages().map(({ phone }) => phone);
const keyed = (options: INodeParameters = {}) =>
	sendSms(TO_EACH, { idempotencyKey: '={{ $json.key }}', ...options });

describe("what was sent comes out, though n8n's database fails", () => {
	const onError = 'continueRegularOutput';

	test.each([1, 5])('when it is to give a key back, with %i requests at a time', async (width) => {
		fixture.sandbox.addFault({ kind: 'noCredit' });
		jest.spyOn(remembered, 'removeProcessed').mockRejectedValue(new Error('The database is down'));
		const { items } = await run(keyed({ concurrentRequests: width }), {
			items: [P, Q, R].map((phone) => ({ phone, text: 'T', key: phone })),
			onError,
		});
		expect(items.filter(({ json }) => json.accepted === true)).toHaveLength(2);
		expect(items.map(({ json }) => json.error as string).join('')).toContain('enough credit');
		expect(texted()).toHaveLength(2);
	});

	test('when it is to say whether a key was scheduled', async () => {
		const again = [{ phone: P, text: 'T', key: 'A' }];
		await run(keyed(), { items: again });
		remembered.failsFor = (marks) => marks.some((mark) => mark.startsWith('scheduled'));
		const { items } = await run(keyed(), {
			items: [{ phone: Q, text: 'T', key: 'B' }, ...again],
			onError,
		});
		expect(items[0]?.json.accepted).toBe(true);
		expect(items[1]?.json.error).toContain("n8n's database did not store");
		expect(texted()).toEqual([P, Q]);
	});
});
