import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toInstant } from '../../gateway/dates';
import type { DateInput } from '../../gateway/dates';
import { splitWindow } from '../../gateway/windows';
import type { Arrival } from '../events/arrival';
import { toArrivalItem } from '../events/arrival';
import type { EventFilter } from '../events/eventFilter';
import { readEventFilter } from '../events/eventFilter';
import { hasOtherTrigger, namesToLookUp } from '../events/eventMemory';
import { ThisProcess } from '../memory/thisProcess';
import type { FetchSettings } from './fetchEvents';
import { fetchEvents } from './fetchEvents';
import { readFetchSettings, readLateHours } from './fields';
import type { PollState } from './pollState';
import { advance, firstState, HandedOver, isSince, nextReading } from './pollState';

const WINDOW_DAYS = 1;
/** Windows that one poll reads at most. The next poll goes on. */
const MAX_WINDOWS = 7;
/** New events after which a poll begins no further window. */
const MAX_EVENTS = 5000;
/** Share of the time n8n allows a poll after which it begins no further window. */
const BUDGET_SHARE = 0.6;

/** Triggers with a poll that is running: n8n starts the next one all the same. */
const running = new Set<string>();

/** One poll. It remembers nothing unless all of it succeeds. */
export async function pollEvents(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const workflowId = this.getWorkflow().id ?? '';
	const key = `${workflowId} ${this.getNode().id}`;
	if (running.has(key)) return null;
	running.add(key);
	try {
		const arrivals = await poll(this, workflowId);
		return arrivals.length === 0 ? null : [arrivals.map(toArrivalItem)];
	} finally {
		running.delete(key);
	}
}

async function poll(context: IPollFunctions, workflowId: string): Promise<Arrival[]> {
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	const more = parameter('more', {}) as IDataObject;
	const stored = context.getWorkflowStaticData('node');
	const now = Date.now();
	const state =
		stored.version === 2
			? (stored as unknown as PollState)
			: firstState(now, startOf(context, parameter('startFrom', '')));
	const lateHours = checked(context, 'Late Reports (Hours)', () => readLateHours(more));
	const reading = nextReading(state, now, lateHours);
	const before = new HandedOver(state);
	const { found, until } = await readWindows(
		context,
		{ from: reading.from, now, startedAt: state.startedAt },
		readFetchSettings(parameter),
		readEventFilter(parameter),
		before,
	);
	const here = ThisProcess.of(workflowId);
	const isBeside = hasOtherTrigger(context);
	const { fresh, next } = advance(state, before, {
		found,
		progress: (arrival) => here.stateOf(namesToLookUp(arrival, isBeside)),
		isDone: (id) => here.stateOf([id]) === 'done',
		runsHere: here.runsHere,
		reading,
		until,
		now,
	});
	Object.assign(stored, next);
	return fresh;
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

interface Span {
	from: number;
	now: number;
	startedAt: number;
}

async function readWindows(
	context: IPollFunctions,
	{ from, now, startedAt }: Span,
	settings: FetchSettings,
	isWanted: EventFilter,
	before: HandedOver,
): Promise<{ found: Arrival[]; until: number }> {
	const deadline = now + BUDGET_SHARE * (context.getPollBudgetMs?.() ?? 300_000);
	const isOurs = ({ event }: Arrival) =>
		isWanted(event) && (event.event === 'unknown' || isSince(event.date, startedAt));
	const found = new Map<string, Arrival>();
	let until = from;
	let fresh = 0;
	for (const window of splitWindow(from, now, WINDOW_DAYS).slice(0, MAX_WINDOWS)) {
		for (const arrival of await fetchEvents(context, window, settings)) {
			if (!isOurs(arrival) || found.has(arrival.id)) continue;
			found.set(arrival.id, arrival);
			if (!before.has(arrival.id)) fresh++;
		}
		until = Math.min(now, toInstant(window.to));
		if (fresh >= MAX_EVENTS || Date.now() > deadline) break;
	}
	return { found: [...found.values()].sort((a, b) => a.at - b.at), until };
}
