import { dialectNamed, type Dialect } from './dialects.mts';

/** How a sandbox starts. `latencyMs` and `pushTimeoutMs` are real time; all other delays go by the sandbox's own clock. */
export interface SandboxOptions {
	/** Loopback port; a free one when absent. */
	port?: number;
	/** `frozen` stands still until a control call moves it; `real` ticks. */
	clock?: 'frozen' | 'real';
	/** Where the clock begins; a fixed winter morning when frozen, the present when real. */
	startAt?: string | Date;
	/** From acceptance to the delivery report. */
	deliveryDelayMs?: number;
	/** Real time each reply of the service waits. */
	latencyMs?: number;
	/** Waits between the attempts of one push. After the last one, the feed stops. */
	pushRetryDelaysMs?: readonly number[];
	/** Real time a push receiver has to answer. */
	pushTimeoutMs?: number;
	/** How many requests the log remembers. */
	requestLogSize?: number;
	/** A name of `DIALECTS`: how the sandbox writes what the specification does not show. */
	dialect?: string;
	/** What one credit pays for, in characters; what the dialect says when absent. */
	charactersPerCredit?: number;
}

export interface Settings {
	clock: 'frozen' | 'real';
	/** Undefined means the present, whenever that is. */
	startAt: number | undefined;
	deliveryDelayMs: number;
	latencyMs: number;
	pushRetryDelaysMs: readonly number[];
	pushTimeoutMs: number;
	requestLogSize: number;
	dialect: Dialect;
	/** Undefined where a credit pays for a segment. */
	charactersPerCredit: number | undefined;
}

const MINUTE = 60_000;

/** A Thursday, 10:00 in Israel, in winter time. */
const FROZEN_START = '2026-01-15T10:00:00+02:00';

export function settingsFrom(options: SandboxOptions = {}): Settings {
	const clock = options.clock ?? 'frozen';
	const dialect = dialectNamed(options.dialect);
	const start = options.startAt ?? (clock === 'frozen' ? FROZEN_START : undefined);
	return {
		clock,
		startAt: start === undefined ? undefined : new Date(start).getTime(),
		deliveryDelayMs: options.deliveryDelayMs ?? 2_000,
		latencyMs: options.latencyMs ?? 0,
		// Assumption: pushRepeats
		// The number and timing of attempts are "not shown" in the specification (Events): a guess.
		pushRetryDelaysMs: options.pushRetryDelaysMs ?? [1, 5, 15, 60].map((n) => n * MINUTE),
		pushTimeoutMs: options.pushTimeoutMs ?? 10_000,
		requestLogSize: options.requestLogSize ?? 500,
		dialect,
		charactersPerCredit: options.charactersPerCredit ?? dialect.charactersPerCredit,
	};
}
