import { runScenario } from './harness/runScenario.mts';

const answer = (phone: string, text: string) => [phone, 'answered', { text }];
const success = (...answers: unknown[]) => ({ status: 'success', answers });

test('people answer by text, each what they were asked last, also while n8n is killed', async () => {
	expect(await runScenario('smsReply')).toEqual({
		several: success(answer('0501111101', 'of Dana'), answer('0501111102', 'of Omer')),
		later: success(answer('0501111103', 'to the later')),
		earlier: success(['0501111103', 'replaced', { text: '' }]),
		silent: success(['0501111104', 'timedOut', { text: '' }]),
		texts: 5,
		repeated: [],
	});
});
