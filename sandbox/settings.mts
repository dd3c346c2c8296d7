import { dialectNamed, type Dialect } from './dialects.mts';

/** How a sandbox starts. `latencyMs` and `pushTimeoutMs` are real time; other delays use the sandbox's clock. */
export interface SandboxOptions {
	/** Loopback port; default: any free one. */
	port?: number;
	/** `frozen` begins on a fixed winter morning, and moves only by a control call; `real` begins now, and ticks. */
	clock?: 'frozen' | 'real';
	/** From acceptance to the delivery report. */
	deliveryDelayMs?: number;
	/** Real time before each reply of the service. */
	latencyMs?: number;
	/** Pauses between the attempts of a push. After the last attempt, the feed stops. */
	pushRetryDelaysMs?: readonly number[];
	/** Real time that a push receiver has to answer. */
	pushTimeoutMs?: number;
	requestLogSize?: number;
	/** A name of `DIALECTS`: how the sandbox writes what the specification does not show. */
	dialect?: string;
	/** Characters that one credit pays for; default: the dialect's. */
	charactersPerCredit?: number;
}

export interface Settings {
	clock: 'frozen' | 'real';
	/** Undefined: now. */
	startAt: number | undefined;
	deliveryDelayMs: number;
	latencyMs: number;
	pushRetryDelaysMs: readonly number[];
	pushTimeoutMs: number;
	requestLogSize: number;
	dialect: Dialect;
	/** Undefined: a credit pays for a segment. */
	charactersPerCredit: number | undefined;
}

const MINUTE = 60_000;

/** A Thursday, 10:00 in Israel, in winter time. */
const FROZEN_START = '2026-01-15T10:00:00+02:00';

export function settingsFrom(options: SandboxOptions = {}): Settings {
	const clock = options.clock ?? 'frozen';
	const dialect = dialectNamed(options.dialect);
	return {
		clock,
		startAt: clock === 'frozen' ? Date.parse(FROZEN_START) : undefined,
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
