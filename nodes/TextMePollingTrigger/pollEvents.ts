import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toInstant } from '../../gateway/dates';
import type { DateInput } from '../../gateway/dates';
import { splitWindow } from '../../gateway/windows';
import type { Arrival } from '../events/arrival';
import { toArrivalItem } from '../events/arrival';
import type { EventFilter } from '../events/eventFilter';
import { readEventFilter } from '../events/eventFilter';
import { UnderWay } from '../events/underWay';
import type { FetchSettings } from './fetchEvents';
import { fetchEvents } from './fetchEvents';
import { readFetchSettings, readLateHours } from './fields';
import type { PollState } from './pollState';
import { advance, firstState, isSince, nextFrom } from './pollState';

/** What one poll does at most; after an outage the next ones go on. */
const WINDOW_DAYS = 1;
const MAX_WINDOWS = 7;
const MAX_EVENTS = 5000;
/** Part of the time n8n allows a poll after which no further window is begun. */
const BUDGET_SHARE = 0.6;

/** n8n starts a poll although the one before is still running. */
const running = new Set<string>();

/** One poll. Nothing is remembered unless all of it went well. */
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
		stored.polledUntil === undefined
			? firstState(now, startOf(context, parameter('startFrom', '')))
			: (stored as unknown as PollState);
	const lateHours = checked(context, 'Late Reports (Hours)', () => readLateHours(more));
	const { from, looksBack } = nextFrom(state, now, lateHours);
	const { arrivals, until } = await readWindows(
		context,
		{ from, now, startedAt: state.startedAt },
		readFetchSettings(parameter),
		readEventFilter(parameter),
	);
	const underWay = UnderWay.of(workflowId);
	const { fresh, next } = advance(state, {
		found: arrivals,
		idOf: ({ event }) => event.eventId,
		isSettled: (id) => underWay.isSettled(id),
		isUnderWay: (id) => underWay.outcome(id) !== undefined,
		learnsOfEnds: underWay.isUsed,
		until,
		now,
		lookedBack: looksBack,
	});
	Object.assign(stored, next);
	return fresh;
}

function startOf(context: IPollFunctions, startFrom: unknown): number | undefined {
	if (startFrom === '' || startFrom === undefined || startFrom === null) return undefined;
	return checked(context, 'Start From', () => toInstant(startFrom as DateInput));
}

/** Runs a check of `gateway/` whose refusal then names the field. */
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
): Promise<{ arrivals: Arrival[]; until: number }> {
	const deadline = now + BUDGET_SHARE * (context.getPollBudgetMs?.() ?? 300_000);
	const isOurs = ({ event }: Arrival) =>
		isWanted(event) && (event.event === 'unknown' || isSince(event.date, startedAt));
	const arrivals = new Map<string, Arrival>();
	let until = from;
	for (const window of splitWindow(from, now, WINDOW_DAYS).slice(0, MAX_WINDOWS)) {
		for (const arrival of await fetchEvents(context, window, settings)) {
			if (isOurs(arrival)) arrivals.set(arrival.event.eventId, arrival);
		}
		until = Math.min(now, toInstant(window.to));
		if (arrivals.size >= MAX_EVENTS || Date.now() > deadline) break;
	}
	const inOrder = [...arrivals.values()].sort((a, b) => a.at - b.at);
	return { arrivals: inOrder, until };
}
