/** Runs each timer 90 ms late while n8n is busy, until mocks are restored. */
export function runTimersLate(isBusy: () => boolean = () => true): void {
	const timer = setTimeout;
	const late = (run: () => void, ms = 0) => timer(run, isBusy() ? ms + 90 : ms);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(late as typeof setTimeout);
}
