import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs whose time-outs come early, until they are `patient`. */
const runs = new AsyncLocalStorage<{ isPatient: boolean }>();

/**
 * Enough turns of the event loop for everything to happen, even on a busy machine: both sides of a connection are in this
 * process, and a pause is at least one turn.
 */
const PAUSES = 20;
const PAUSE_MS = 5;

/** Makes time-outs within `withSoonTimeouts` come early. Others stay. */
export function useSoonTimeouts(): void {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	beforeAll(() => {
		AbortSignal.timeout = (milliseconds) =>
			runs.getStore()?.isPatient === false ? soon() : timeout(milliseconds);
	});
	afterAll(() => {
		AbortSignal.timeout = timeout;
	});
}

/** The time-outs of a run's requests in milliseconds, without waiting for them. */
export async function timeoutsOf(run: () => Promise<unknown>): Promise<number[]> {
	const asked = jest.spyOn(AbortSignal, 'timeout').mockImplementation(soon);
	try {
		await run();
		return asked.mock.calls.map(([milliseconds]) => milliseconds);
	} finally {
		asked.mockRestore();
	}
}

export const withSoonTimeouts = async <T,>(run: () => Promise<T>): Promise<T> =>
	await runs.run({ isPatient: false }, run);

/** From now on, the run's time-outs take their full time. */
export function bePatient(): void {
	const run = runs.getStore();
	if (run) run.isPatient = true;
}

/** Resolves when everything that needs no pause has happened, such as the end of a stopped run. */
export async function allHappened(): Promise<void> {
	for (let pause = 0; pause < PAUSES; pause++) await sleep(PAUSE_MS);
}

function soon(): AbortSignal {
	const controller = new AbortController();
	void allHappened().then(() =>
		controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
	);
	return controller.signal;
}
