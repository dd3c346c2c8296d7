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
});
