import type { IDataObject, INodeExecutionData, IPollFunctions, Workflow } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toInstant } from '../../gateway/dates';
import type { DateInput } from '../../gateway/dates';
import { fingerprint } from '../../gateway/eventId';
import { splitWindow } from '../../gateway/windows';
import type { Arrival } from '../events/arrival';
import { isHeld, toArrivalItem } from '../events/arrival';
import { readEventFilter } from '../events/eventFilter';
import { accountOf, fetchEvents } from './fetchEvents';
import { readFetchSettings, readLateHours } from './fields';
import type { PollState } from './pollState';
import { currentState, firstState, hadIn, isSince, nextState, readingFrom } from './pollState';

const WINDOW_DAYS = 1;
/** The most windows that one poll reads: as many as the daily look-back has. The next poll reads the rest. */
const MAX_WINDOWS = 9;
/** A poll with this number of new events begins no further window. */
const MAX_EVENTS = 5000;
/** After this share of the time that n8n allows it, a poll begins no further window. */
const BUDGET_SHARE = 0.6;

/** Triggers whose poll is running: n8n starts the next one all the same. */
const running = new Set<string>();
/** By trigger: when this process last polled. n8n stores the state only when a poll brings something. */
const polledAt = new Map<string, number>();

/** Polls once. A poll that fails leaves the state as it was. */
export async function pollEvents(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${this.getWorkflow().id} ${this.getNode().id}`;
	if (running.has(key)) return null;
	running.add(key);
	try {
		const now = Date.now();
		const arrivals = await poll(this, now, polledAt.get(key));
		polledAt.set(key, now);
		return arrivals.length === 0 ? null : [arrivals.map(toArrivalItem)];
	} finally {
		running.delete(key);
	}
}

async function poll(context: IPollFunctions, now: number, lastAt?: number): Promise<Arrival[]> {
	const chosen = context.getNodeParameter('filters', {}) as IDataObject;
	const more = context.getNodeParameter('more', {}) as IDataObject;
	const fetching = readFetchSettings(context.getNodeParameter('events', []), more);
	const settings = fingerprint(
		JSON.stringify([await accountOf(context, fetching), fetching.events, chosen]),
	);
	const stored = context.getWorkflowStaticData('node');
	const before = storedState(context, stored);
	const state = before
		? currentState(before, settings, now, lastAt)
		: firstState(
				context.getNode().id,
				settings,
				now,
				startOf(context, context.getNodeParameter('startFrom', '')),
			);
	const lateHours = checked(context, 'Late Reports (Hours)', () => readLateHours(more));

	const had = hadIn(state);
	const isWanted = readEventFilter(fetching.events, chosen);
	const deadline = now + BUDGET_SHARE * (context.getPollBudgetMs?.() ?? 300_000);
	const fresh = new Map<string, Arrival>();
	let until = readingFrom(state, now, lateHours);
	for (const window of splitWindow(until, now, WINDOW_DAYS).slice(0, MAX_WINDOWS)) {
		for (const arrival of await fetchEvents(context, window, fetching)) {
			const { id, event } = arrival;
			// A push that waits for the rest of its conversation will bring its event itself.
			const isNew = !had.has(id) && !isHeld(context, arrival);
			if (isNew && isWanted(event) && isSince(event.date, state)) fresh.set(id, arrival);
		}
		until = Math.min(now, toInstant(window.to));
		if (fresh.size >= MAX_EVENTS || Date.now() > deadline) break;
	}
	Object.assign(stored, nextState(state, [...fresh.keys()], until, now));
	return [...fresh.values()].sort((a, b) => a.at - b.at);
}

/** The state of this node, even if the node has been renamed since. */
function storedState(context: IPollFunctions, stored: IDataObject): PollState | undefined {
	const { staticData = {} } =
		(context as { workflow?: Pick<Workflow, 'staticData'> }).workflow ?? {};
	const all = [stored, ...Object.values(staticData as Record<string, IDataObject>)];
	const own = all.find(({ nodeId, had }) => nodeId === context.getNode().id && had !== undefined);
	return own as unknown as PollState | undefined;
}

function startOf(context: IPollFunctions, startFrom: unknown): number | undefined {
	if (startFrom === '' || startFrom === undefined || startFrom === null) return undefined;
	return checked(context, 'Start From', () => toInstant(startFrom as DateInput));
}

/** Runs a check of `gateway/`, and names the field in its error. */
function checked<T>(context: IPollFunctions, field: string, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw new NodeOperationError(context.getNode(), `'${field}' ${(error as Error).message}`);
	}
}
