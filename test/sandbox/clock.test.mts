import { Clock } from '../../sandbox/clock.mts';
import { JobQueue } from '../../sandbox/jobQueue.mts';
import { fc } from '../fuzz.mts';

const START = 1_000_000;

test('jobs leave the queue by time, and in order of arrival within one moment', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(20)), (times) => {
			const queue = new JobQueue();
			const left: [number, number][] = [];
			times.forEach((time, nth) => queue.add(time, () => left.push([time, nth])));
			while (queue.next !== undefined) queue.take()?.run();
			const sorted = times
				.map((time, nth): [number, number] => [time, nth])
				.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
			expect(left).toEqual(sorted);
			expect(queue.take()).toBeUndefined();
		}),
	);
});

describe('a frozen clock', () => {
	const clock = new Clock(START, 'frozen');
	beforeEach(() => clock.restart());
	afterAll(() => clock.stop());

	test('keeps a frozen clock still', async () => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		expect(clock.now()).toBe(START);
	});

	test('shows each job its own moment', async () => {
		const seen: number[] = [];
		clock.at(START + 20, () => seen.push(clock.now()));
		clock.at(START + 10, () => {
			seen.push(clock.now());
			clock.at(clock.now() + 5, () => seen.push(clock.now()));
		});
		clock.at(START + 31, () => seen.push(clock.now()));
		await clock.advance(30);
		expect(seen).toEqual([START + 10, START + 15, START + 20]);
		expect(clock.now()).toBe(START + 30);
	});

	test('runs what is due already without being moved', async () => {
		const ran = new Promise((resolve) => clock.at(START, () => resolve('ran')));
		expect(await ran).toBe('ran');
	});

	test('does not pass over work that has begun', async () => {
		const order: string[] = [];
		clock.at(START + 10, () => {
			const work = new Promise((resolve) => setTimeout(resolve, 5));
			clock.track(work.then(() => order.push(`work at ${clock.now() - START}`)));
		});
		clock.at(START + 20, () => order.push('next'));
		await clock.advance(100);
		expect(order).toEqual(['work at 10', 'next']);
	});

	test('goes back without undoing anything', async () => {
		let ran = 0;
		clock.at(START + 10, () => ran++);
		await clock.set(START + 50);
		await clock.set(START);
		await clock.set(START + 50);
		expect([ran, clock.now()]).toEqual([1, START + 50]);
	});

	test('runs on from where it stood, and jobs with it', async () => {
		const ran = new Promise<number>((resolve) => {
			clock.at(START + 5, () => resolve(clock.now()));
		});
		clock.resume();
		expect(await ran).toBeGreaterThanOrEqual(START + 5);
		clock.freeze();
		expect(clock.frozen).toBe(true);
		expect(clock.now()).toBeLessThan(START + 60_000);
	});
});

describe('a real clock', () => {
	test('lets a real clock tick', async () => {
		const clock = new Clock(undefined, 'real');
		const before = Date.now();
		const ran = await new Promise<number>((resolve) => {
			clock.at(before + 5, () => resolve(clock.now()));
		});
		clock.stop();
		expect(ran).toBeGreaterThanOrEqual(before + 5);
		expect(clock.frozen).toBe(false);
	});

	test('can be pushed forward, and goes on from there', async () => {
		const clock = new Clock(undefined, 'real');
		const before = clock.now();
		let ran = false;
		clock.at(before + 3_600_000, () => {
			ran = true;
		});
		await clock.advance(3_600_000);
		expect(ran).toBe(true);
		expect(clock.now()).toBeGreaterThanOrEqual(before + 3_600_000);
		clock.stop();
	});

	test('begins at another moment when told to', () => {
		const clock = new Clock(START, 'real');
		expect(clock.now()).toBeGreaterThanOrEqual(START);
		expect(clock.now()).toBeLessThan(START + 60_000);
		clock.stop();
	});
});
