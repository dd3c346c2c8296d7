import { OpenQuestions } from '../../../nodes/TextMeWatcher/openQuestions';
import type { Question, QuestionState } from '../../../nodes/TextMeWatcher/watch';
import { played, SEEDS, silence } from './processes.mts';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

jest.useFakeTimers({ now: 0 });

const DAY_MS = 86_400_000;
const PEOPLE: Question[] = Array.from({ length: 10 }, (_, n) => ({
	phone: `05${n}`,
	sender: '0533333333',
	heard: [],
}));

/** What executions know that run in several workers, one in each in turn, each worker being as fast as it happens to be. */
const workers = (count: number, seed: number) => {
	const row = new SharedRow();
	const contexts = Array.from({ length: count }, (_, n) =>
		row.startProcess(numbersBelow(50, seed + n)),
	);
	const all = contexts.map((context) => new OpenQuestions(context));
	return (execution: number) => all[execution % count] as OpenQuestions;
};

/** Whether a look at the latest reply of a person takes it for the answer. */
async function isFor(questions: OpenQuestions, person: Question, state: QuestionState) {
	const key = `reply of ${person.phone}`;
	const isFor = (await questions.notForLater(person, state, [key])).has(key);
	if (!isFor) state.left[key] ??= Date.now();
	return isFor;
}

test('a reply to the only question to a person is not left to another, however many are asked at once', async () => {
	for (const seed of SEEDS) {
		const worker = workers(2, seed);
		const begin = numbersBelow(300, seed);
		const looks = PEOPLE.map(async (person, n) => {
			await pause(begin());
			const state = await worker(n).open(person, `${n}`);
			await pause(60_000 + begin());
			return await isFor(worker(n), person, state);
		});
		expect(await played(Promise.all(looks))).toEqual(PEOPLE.map(() => true));
	}
});

test('of two questions to a person the later one comes first, whoever looks at the same time', async () => {
	for (const seed of SEEDS) {
		const worker = workers(3, seed);
		const begin = numbersBelow(300, seed);
		const looks = PEOPLE.map(async (person, n) => {
			await pause(begin());
			const earlier = await worker(n).open(person, `earlier ${n}`);
			await pause(5_000 + begin());
			const later = await worker(n + 1).open(person, `later ${n}`);
			const look = async (execution: number, state: QuestionState) => {
				await pause(begin());
				return await isFor(worker(execution), person, state);
			};
			const seen: boolean[][] = [];
			for (let times = 0; times < 3; times++) {
				await pause(10_000);
				seen.push(await Promise.all([look(n, earlier), look(n + 1, later)]));
			}
			return seen;
		});
		const expected = Array.from({ length: 3 }, () => [false, true]);
		expect(await played(Promise.all(looks))).toEqual(PEOPLE.map(() => expected));
	}
});

describe('of questions that a person was asked on several days', () => {
	const [person] = PEOPLE as [Question];
	const questions = workers(1, 1)(0);
	const states: QuestionState[] = [];
	const looks = async () =>
		await played(Promise.all(states.map(async (state) => await isFor(questions, person, state))));

	beforeAll(async () => {
		for (const id of ['first', 'second', 'third']) {
			states.push(await played(questions.open(person, id)));
			// Whether the earlier ones have looked in the meantime must make no difference.
			await looks();
			await silence(2 * DAY_MS);
		}
	});

	test('the last comes first', async () => {
		expect(await looks()).toEqual([false, false, true]);
	});

	test('a look that is done again finds the same', async () => {
		const before = structuredClone(states);
		await silence(DAY_MS);
		const found = await looks();
		states.splice(0, states.length, ...before);
		expect(await looks()).toEqual(found);
	});

	test('the one before follows when the last is closed, and then the first', async () => {
		await played(questions.close(person, states.pop() as QuestionState));
		expect(await looks()).toEqual([false, true]);
		await played(questions.close(person, states.pop() as QuestionState));
		expect(await looks()).toEqual([true]);
	});
});
