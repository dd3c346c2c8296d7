import { useScenario } from './harness/runScenario.mts';

const ANY = expect.any(String) as string;

describe('the recipes of agents, with a scripted model', () => {
	const report = useScenario<Record<'textYourAgent' | 'approveAnAgent', unknown>>('agentRecipes');

	test('answers three texts once, remembers each person, and is silent while a person has taken over', () => {
		const end = '. That is 19.90. See https:  evil example pay or www evil example.';
		expect(report().textYourAgent).toEqual({
			'0506664001': [
				`Hi   it is me   Dana${end}`,
				`Hi   it is me   Dana … When do you open?${end}`,
				`Hi   it is me   Dana … When do you open? … agent${end}`,
			],
			'0506664002': [`My order is 1042${end}`, `My order is 1042 … Thanks${end}`],
			'0506664003': [
				'0506664002 wrote: Human',
				'0506664002 wrote: Is somebody there? https:  evil example',
				'0506664001 wrote: And today?',
			],
			whileTakenOver: 3,
			requests: 5,
		});
	});

	test('cancels an order once its owner has approved it, and learns why not', () => {
		const asks = (order: string) => `The agent wants to cancel order ${order}. Do you approve?`;
		expect(report().approveAnAgent).toEqual({
			approved: { text: `${asks('1042')}\nLINK`, isLong: true, status: 'success', said: ANY },
			declined: {
				text: `${asks('1043')}\nLINK`,
				isLong: true,
				status: 'success',
				said: expect.stringMatching(/provided feedback: \\?"It was sent this morning/) as string,
			},
			cancelled: [{ order: '1042' }],
		});
	});
});
