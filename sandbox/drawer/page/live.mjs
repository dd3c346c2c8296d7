import { Unreachable } from './controls.mjs';

const PAUSE_MS = 120;

/**
 * Keeps views current. The page holds no copy of the sandbox's state to go wrong: an event only tells which views to
 * load again. One load of a view at a time, and no more than a few in a second however much happens.
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

/** Follows the sandbox's events. After a pause the browser asks for what it missed by itself (`Last-Event-ID`). */
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
