import { runScenario } from '../e2e/harness/runScenario.mts';

type Counts = Record<string, number>;

const EVENTS = ['Events by push and polling', 'Events by push', 'Events by polling'];
const ASKED = ['Asked by Approval', 'Asked by SMS Reply'];

describe("n8n's queue mode, while everything comes twice and processes are killed", () => {
	let seen: Record<string, Counts>;
	beforeAll(async () => {
		seen = await runScenario('../../queue/queueMode');
	});

	test('runs workflows on the workers, also those that a person starts', () => {
		expect(seen['Run by hand']).toEqual({ runs: 2, notOnWorkers: 0, wrong: 0, doubledTexts: 0 });
	});

	test.each(EVENTS)('texts nobody twice: %s', (name) => {
		expect(seen[name]?.doubledTexts).toBe(0);
	});

	// If a process is killed after it answered a push and before it stored or handled it, the push is lost.
	test.each(EVENTS.filter((name) => name.includes('polling')))('loses no event: %s', (name) => {
		expect(seen[name]?.lost).toBe(0);
	});

	test('sends each text once under its idempotency key', () => {
		expect(seen['Send Bulk with idempotency keys']).toMatchObject({
			missingTexts: 0,
			doubledTexts: 0,
		});
	});

	test.each(ASKED)('asks each person once, and takes one answer of each: %s', (name) => {
		expect(seen[name]).toMatchObject({ missingTexts: 0, doubledTexts: 0, lost: 0, doubled: 0 });
	});
});
