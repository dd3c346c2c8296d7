import { runScenario } from './harness/runScenario.mts';

const ANY = expect.any(String) as string;

test('tells whoever knows its phone number what became of the text about an order', async () => {
	const found = { found: true, state: 'delivered', meaning: 'Delivered', date: ANY };
	const nothing = { found: false, state: 'unknown' };
	expect(await runScenario('agentExample')).toEqual({
		status: 'success',
		asked: 'Was the text about my order 1042 delivered?',
		read: [[found], [nothing], [nothing], [nothing]],
	});
}, 300_000);
