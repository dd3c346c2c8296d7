import { runScenario } from './harness/runScenario.mts';

const delivered = (phone: string) => ({
	phone,
	delivered: true,
	state: 'delivered',
	final: true,
	status: 102,
});
const one = (name: string, outcome: string, recipients: object[], more: object = {}) => ({
	status: 'success',
	after: [{ name, outcome, accepted: true, recipients, ...more }],
	failed: [],
});

const refusal = {
	message: expect.stringContaining('[item 0]') as string,
	outcome: 'rejected',
};

test('waits for delivery, also when n8n is killed as it waits or looks, or the gateway is down', async () => {
	expect(await runScenario('waitForDelivery')).toEqual({
		mixed: {
			status: 'success',
			after: [
				{
					name: 'both',
					outcome: 'partlyDelivered',
					accepted: true,
					recipients: [
						delivered('0501111111'),
						{ phone: '0509999103', delivered: false, state: 'expired', final: true, status: 103 },
					],
				},
				// It was reported as sent without confirmation first.
				{
					name: 'late',
					outcome: 'delivered',
					accepted: true,
					recipients: [delivered('0509999801')],
				},
				{
					name: 'none',
					outcome: 'notDelivered',
					accepted: true,
					recipients: [
						{ phone: '0509999015', delivered: false, state: 'blocked', final: true, status: 15 },
					],
				},
			],
			failed: [{ name: 'wrong', error: expect.objectContaining(refusal) as object }],
		},
		silent: one('silent', 'timedOut', [
			{ phone: '0509999802', delivered: false, state: 'unknown', final: false },
			delivered('0501111112'),
		]),
		gatewayDown: one('down', 'delivered', [delivered('0501111113')]),
		// The answer to this send was lost.
		doubt: one('doubt', 'delivered', [delivered('0501111114')]),
		refused: one(
			'refused',
			'unknown',
			[{ phone: '0501111115', delivered: false, state: 'unknown', final: false }],
			{ warning: expect.stringContaining('The service refused access (HTTP 403)') as string },
		),
		later: one('later', 'delivered', [delivered('0501111116')]),
		// All items are watched by one execution, and that by another; it may have been theirs that was cut off.
		modes: ['integrated success', 'manual success'],
		cutOff: true,
		sends: 8,
		repeated: [],
	});
});
