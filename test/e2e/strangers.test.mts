import { runScenario } from './harness/runScenario.mts';

const right = [true];
const recipe = (...texts: unknown[]) => ({
	statuses: [200],
	endings: ['success'],
	texts,
	// All of the 50 people in one push.
	fifty: [],
});

test('each stranger gets their own answer, and in every recipe nobody keeps a crowd from theirs', async () => {
	expect(await runScenario('strangers')).toEqual({
		pairing: {
			'reversed, without': [['error'], [[], [], []]],
			'the last of three': [['success'], [[], [], right]],
			'sorted, by an agent': [['success'], [right, right, right]],
		},
		recipes: {
			'answer-replies: Your hours?': recipe('We are open Sunday to Thursday, N:N to N:N.'),
			'answer-replies: Hello': {
				...recipe('Thank you! We answer you soon.'),
				loopEnds: true,
			},
			'opening-hours: Bread?': recipe(
				expect.stringMatching(/^Thank you! We are closed now and answer on \w+, N \w+, N:N\.$/),
			),
			'opt-out-to-crm: ': recipe(''),
			'text-your-agent: Hi': recipe('re you'),
		},
		toMe: [12, 12],
		hasFewOfOne: true,
		// Includes four strangers with usable numbers.
		told: 16,
		onTheList: 0,
	});
});
