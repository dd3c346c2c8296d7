import { parametersFor } from './harness/parametersFor.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const ABROAD = Array.from({ length: 50 }, (_, n) => ({ phone: `+1415555${1000 + n}` }));
const estimate = parametersFor(
	'sms',
	'estimate',
	{ source: 'TextMe', sendTo: 'phones', phones: '={{ $json.phone }}', message: 'א'.repeat(71) },
	{ includesInternational: true },
);

describe('numbers abroad', () => {
	test('have figures of their own in an estimate, which is not exact', async () => {
		const credentials = { ...fixture.credentials(), charactersPerCredit: 'segment' };
		const { items } = await fixture.run(estimate(), {
			credentials,
			items: [...ABROAD, { phone: '0501234567' }],
		});
		const { json } = items[0] ?? {};
		expect(Object.keys(json ?? {})[0]).toBe('run');
		expect(json).toMatchObject({
			run: {
				recipients: 51,
				credits: 2,
				international: { recipients: 50, segments: 100, balance: expect.any(Number) as number },
				exact: false,
			},
			credits: 0,
			international: { recipients: 1, segments: 2 },
			exact: false,
			warnings: [
				'Not counted: the price of what goes abroad, which is paid in money and differs by country',
			],
		});
		expect(items[50]?.json).toMatchObject({ credits: 2, exact: true, warnings: [] });
	});

	test.each([
		[{ addUnsubscribe: '3' }, {}],
		[{ links: { link: [{ id: '1', url: 'https://example.com' }] } }, { message: 'See [link-1]' }],
	])('and texts that %j makes longer are refused by a balance, too', async (options, values) => {
		const limits = { limits: { leastBalance: { figure: 1 } } };
		for (const [name, parameters] of SENDS) {
			if (name === 'Voice Send') continue;
			const { error } = await fixture.run(parameters(values, { ...options, ...limits }), {});
			expect(error?.message).toBe(
				"'Minimum Balance' cannot be checked, because item 0 has an opt-out or a short link, and only the service knows how long the text gets by it",
			);
		}
		expect(fixture.sandbox.requests()).toEqual([]);
	});

	test('are refused by a balance that must remain', async () => {
		const limits = { limits: { leastBalance: { figure: 1 } }, includesInternational: true };
		const { error } = await fixture.run(sendSms({ phones: '={{ $json.phone }}' }, limits), {
			items: [{ phone: '0501234567' }, ABROAD[0] ?? {}],
		});
		expect(error?.message).toBe(
			"'Minimum Balance' cannot be checked, because item 1 goes abroad, which is paid in money at a price that only the service knows",
		);
		expect(fixture.sandbox.requests()).toEqual([]);
	});
});
