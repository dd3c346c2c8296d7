import type { IExecuteFunctions } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

type ClaimsModule = typeof import('../../../nodes/memory/claims');
type MarksModule = typeof import('../../../nodes/memory/marks');
type ListModule = typeof import('../../../nodes/memory/processedList');

/** n8n's list as several processes see it: read, changed and written without a lock (2.41.1, deduplication-helper). */
class SharedRow {
	private row: string[] = [];

	constructor(private readonly longestDelay: number) {}

	private async change(change: (read: string[]) => string[]): Promise<string[]> {
		const read = this.row;
		await sleep(Math.random() * this.longestDelay);
		this.row = change(read);
		await sleep(Math.random() * this.longestDelay);
		return read;
	}

	readonly context = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: 'node' }),
		helpers: {
			checkProcessedAndRecord: async (marks: string[]) => {
				const read = await this.change((row) => [
					...row,
					...marks.filter((mark) => !row.includes(mark)),
				]);
				const [processed, fresh] = [true, false].map((known) =>
					marks.filter((mark) => read.includes(mark) === known),
				);
				return { processed, new: fresh };
			},
			removeProcessed: async (marks: string[]) => {
				await this.change((row) => row.filter((mark) => !marks.includes(mark)));
			},
		},
	} as unknown as IExecuteFunctions;
}

/** Our code as one more process has it. */
function startProcess(row: SharedRow) {
	const modules: { claims?: ClaimsModule; marks?: MarksModule; list?: ListModule } = {};
	jest.isolateModules(() => {
		modules.claims = jest.requireActual<ClaimsModule>('../../../nodes/memory/claims');
		modules.marks = jest.requireActual<MarksModule>('../../../nodes/memory/marks');
		modules.list = jest.requireActual<ListModule>('../../../nodes/memory/processedList');
	});
	const { Claims, allNoted } = modules.claims ?? fail('not loaded');
	const { doneWith } = modules.marks ?? fail('not loaded');
	const { ProcessedList } = modules.list ?? fail('not loaded');
	const list = ProcessedList.of(row.context, 'node', 10_000);
	const logger = { warn: fail } as unknown as ConstructorParameters<typeof Claims>[2];
	return { claims: () => new Claims(list, true, logger), allNoted, doneWith };
}

function fail(message: string): never {
	throw new Error(message);
}

const start = (row: SharedRow, count: number) =>
	Array.from({ length: count }, () => startProcess(row));

const IDS = Array.from({ length: 12 }, (_, n) => `order ${n}`);

test('of four processes that want the same at the same time, each thing goes to exactly one', async () => {
	const processes = start(new SharedRow(100), 4);
	const wins = await Promise.all(
		processes.flatMap(({ claims }) =>
			IDS.map(async (id) => {
				await sleep(Math.random() * 300);
				return [...(await claims().win([id]))];
			}),
		),
	);
	expect(wins.flat().sort()).toEqual([...IDS].sort());
	await Promise.all(processes.map(({ allNoted }) => allNoted()));
});

test('so it does when each asks for all of them in one go', async () => {
	const processes = start(new SharedRow(100), 4);
	const wins = await Promise.all(processes.map(({ claims }) => claims().win(IDS)));
	expect(wins.flatMap((won) => [...won]).sort()).toEqual([...IDS].sort());
	await Promise.all(processes.map(({ allNoted }) => allNoted()));
});

test('what is noted stays, whatever the others write', async () => {
	const row = new SharedRow(60);
	const processes = start(row, 3);
	await Promise.all(
		processes.flatMap(({ claims, doneWith }, n) =>
			IDS.map(async (id) => {
				const mine = claims();
				await mine.note([doneWith(`${id} of ${n}`)]);
				mine.makeSure(() => undefined);
			}),
		),
	);
	await Promise.all(processes.map(({ allNoted }) => allNoted()));
	const [later] = start(row, 1);
	const won = await later?.claims().win(
		processes.flatMap((_, n) => IDS.map((id) => `${id} of ${n}`)),
		later.doneWith,
	);
	expect([...(won ?? [])]).toEqual([]);
	await later?.allNoted();
});

describe('what was taken up and is not done with', () => {
	const now = jest.spyOn(Date, 'now');
	let later = 0;
	beforeEach(() => {
		later = 0;
		const begin = performance.now();
		const wall = new Date().getTime();
		now.mockImplementation(() => wall + performance.now() - begin + later);
	});
	afterAll(() => now.mockRestore());

	test('is left alone while somebody works on it', async () => {
		const [one, two] = start(new SharedRow(5), 2);
		await one?.claims().win(['order']);
		const { won, busy } = (await two?.claims().leftOver(['order'])) ?? fail('no process');
		expect([[...won], [...busy]]).toEqual([[], ['order']]);
		await two?.allNoted();
	});

	test('is had by one other when its process has been silent for a minute, and by no third', async () => {
		const [one, two, three] = start(new SharedRow(5), 3);
		await one?.claims().win(['order']);
		later = 61_000;
		const took = await Promise.all([
			two?.claims().leftOver(['order']),
			three?.claims().leftOver(['order']),
		]);
		expect(took.flatMap((taken) => [...(taken?.won ?? [])])).toEqual(['order']);
		later = 122_000;
		const again = await two?.claims().leftOver(['order']);
		expect([[...(again?.won ?? [])], [...(again?.busy ?? [])]]).toEqual([[], []]);
		await Promise.all([two?.allNoted(), three?.allNoted()]);
	});
});
