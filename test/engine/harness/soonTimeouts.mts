import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs whose time-outs come soon, until they are `patient`: when there is an answer to wait for. */
const runs = new AsyncLocalStorage<{ isPatient: boolean }>();

/**
 * Enough for all that can happen to happen, however busy the machine is: what both sides of a connection do, they do in turns of
 * the event loop of this process, and a pause is no shorter than a turn.
 */
const PAUSES = 20;
const PAUSE_MS = 5;

/** Makes the time-outs of requests come soon that are made within `withSoonTimeouts`. Others take their time. */
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

/** The milliseconds after which the requests of a run give up, without waiting for them. */
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

/** From now on the run waits as long as it is told to. */
export function bePatient(): void {
	const run = runs.getStore();
	if (run) run.isPatient = true;
}

/** Ends when all has happened that can happen without a pause, such as the end of a run that was stopped. */
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
