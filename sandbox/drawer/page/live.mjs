import { Unreachable } from './controls.mjs';

const PAUSE_MS = 120;

/**
 * Keeps views current. The page stores no copy of the sandbox's state: an event only says which views to load again. Each view
 * loads once at a time, and at most a few times per second.
 */
export function keeper(views) {
	const stale = new Set();
	const busy = new Set();

	async function load(name) {
		busy.add(name);
		stale.delete(name);
		try {
			await views[name]();
		} catch (error) {
			// When the sandbox is back, everything is loaded again.
			if (!(error instanceof Unreachable)) reportError(error);
		}
		setTimeout(() => {
			busy.delete(name);
			if (stale.has(name)) void load(name);
		}, PAUSE_MS);
	}

	return (...names) => {
		for (const name of names) {
			stale.add(name);
			if (!busy.has(name)) void load(name);
		}
	};
}

/** Follows the sandbox's events. After an interruption, the browser itself asks for missed events (`Last-Event-ID`). */
export function follow({ events, onAnew, onState }) {
	const source = new EventSource('/sandbox/events');
	source.addEventListener('ready', ({ data }) => {
		onState(true);
		if (!JSON.parse(data).resumed) onAnew();
	});
	source.addEventListener('error', () => onState(false));
	for (const [name, react] of Object.entries(events)) {
		source.addEventListener(name, ({ data }) => react(JSON.parse(data)));
	}
}
