import './harness/noWaits.mts';

import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { sendSms, TO_EACH } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();
const texts = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

describe('Duplicates', () => {
	describe('when an item is refused whose key another one has', () => {
		const items = [0, 1, 0].map((key, n) => ({ phone: '0501234567', text: `Dear ${n}`, key }));
		const keyed = { tracking: { idempotencyKey: '={{ $json.key }}' }, concurrentRequests: 1 };
		beforeEach(() => void fixture.sandbox.addFault({ kind: 'noCredit' }));

		test('counts what the first try has sent in a retry', async () => {
			const [first, second, third] = items;
			const options = { ...keyed, limits: { mostMessages: { figure: 1 } } };
			await fixture.goOn(
				sendSms(TO_EACH, options),
				[first, { ...second, text: first?.text }, third].map((item) => ({ ...item })),
				{ retryOnFail: true, maxTries: 2 },
			);
			expect(texts()).toEqual([['0501234567', 'Dear 0']]);
		});
	});
});
