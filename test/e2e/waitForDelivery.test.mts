import { runScenario } from './harness/runScenario.mts';

test('waits for delivery, also when n8n is killed as it waits or looks, and where n8n keeps no executions', async () => {
	expect(await runScenario('waitForDelivery')).toEqual({
		mixed: [
			'success',
			'2 partlyDelivered',
			// Its first report said: sent, unconfirmed.
			'0509999801 delivered',
			'0509999015 notDelivered',
		],
		later: ['success', '0501111116 delivered'],
		unsaved: ['0501111121 delivered', '0501111122 delivered', '0501111123 delivered'],
		// One execution watches all items, and another watches that one; one of these was cut off.
		helpers: expect.arrayContaining(['integrated success', 'manual success']) as string[],
		sends: 7,
		repeated: [],
	});
});
