import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
	Workflow,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { DAY, instantOf, toInstant } from '../../gateway/values/dates';
import type { DateInput } from '../../gateway/values/dates';
import { fingerprint } from '../../gateway/events/eventId';
import { findRecords, isEmptyReply } from '../../gateway/replies/records';
import { list } from '../../gateway/values/lists';
import type { Window } from '../../gateway/values/windows';
import { splitWindow } from '../../gateway/values/windows';
import type { Arrival } from '../events/arrival';
import { arrivalOf, isHeld, ownIdentity, sampleArrivals, toArrivalItem } from '../events/arrival';
import { checkEventChoices } from '../events/eventFields';
import { feedNamed, readEvent, readEventFilter } from '../events/pushEvent';
import type { GatewayContext } from '../connection/account';
import { accountOf } from '../connection/account';
import { callGateway } from '../connection/request';
import { Bounded, givingTurns, SLOTS } from '../memory/slots';
import type { PollState } from './pollState';
import { currentState, firstState, hadIn, isSince, nextState, readingFrom } from './pollState';

const WINDOW_DAYS = 1;
/** The most windows per poll, enough for the daily look-back. The next poll reads the rest. */
const MAX_WINDOWS = 9;
const MAX_EVENTS = 5000;
const BUDGET_SHARE = 0.6;

/** n8n may start a poll while the previous one runs, and stores the state only if a poll returns events. */
const polls = new Bounded<{ isRunning: boolean; at?: number }>(SLOTS.polls.most);

/** Polls once. If the poll fails, the state stays as it was. */
export async function pollEvents(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${this.getWorkflow().id} ${this.getNode().id}`;
	const last = polls.get(key);
	if (last?.isRunning) return null;
	polls.set(key, { ...last, isRunning: true });
	let at = last?.at;
	try {
		const now = Date.now();
		const arrivals = await poll(this, now, at);
		at = now;
		return arrivals.length === 0 ? null : [arrivals.map(toArrivalItem)];
	} finally {
		polls.set(key, { isRunning: false, at });
	}
}

async function poll(context: IPollFunctions, now: number, lastAt?: number): Promise<Arrival[]> {
	const source = await sourceOf(context, (name, empty) => context.getNodeParameter(name, empty));
	const stored = context.getWorkflowStaticData('node');
	const before = storedState(context, stored);
	const state = before
		? currentState(before, source.settings, now, lastAt)
		: firstState(
				context.getNode().id,
				source.settings,
				now,
				startOf(context, context.getNodeParameter('startFrom', '')),
			);

	const had = hadIn(state);
	const deadline = now + BUDGET_SHARE * (context.getPollBudgetMs?.() ?? 300_000);
	const fresh = new Map<string, Arrival>();
	let until = readingFrom(state, now);
	for (const window of splitWindow({ from: until }, now, WINDOW_DAYS).slice(0, MAX_WINDOWS)) {
		for (const arrival of await fetchEvents(context, window, source)) {
			const id = ownIdentity(arrival);
			// The push of this event waits for the rest of its conversation, and will output the event itself.
			const isNew = !had.has(id) && !isHeld(context, arrival);
			if (isNew && isSince(arrival.event.date, state)) fresh.set(id, arrival);
		}
		until = Math.min(now, toInstant(window.to));
		if (fresh.size >= MAX_EVENTS || Date.now() > deadline) break;
	}
	Object.assign(stored, nextState(state, [...fresh.keys()], until, now));
	return inOrder([...fresh.values()]);
}

/** The state of this node, also if the node was renamed. */
function storedState(context: IPollFunctions, stored: IDataObject): PollState | undefined {
	const { staticData = {} } =
		(context as { workflow?: Pick<Workflow, 'staticData'> }).workflow ?? {};
	const all = [stored, ...Object.values(staticData as Record<string, IDataObject>)];
	const own = all.find(({ nodeId, had }) => nodeId === context.getNode().id && had !== undefined);
	return own as unknown as PollState | undefined;
}

function startOf(context: IPollFunctions, startFrom: unknown): number | undefined {
	if (startFrom === '' || startFrom === undefined || startFrom === null) return undefined;
	try {
		return toInstant(startFrom as DateInput);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), `'Start From' ${(error as Error).message}`);
	}
}

const TIMEOUT_SECONDS = 30;

/** What the node's settings ask for. The account is read once for all requests. */
async function sourceOf(
	context: GatewayContext,
	parameter: (name: string, empty: object) => unknown,
) {
	const events = parameter('events', []);
	const chosen = parameter('filters', {}) as IDataObject;
	const more = parameter('more', {}) as IDataObject;
	checkEventChoices(context.getNode(), events, chosen);
	const account = await accountOf(context);
	const onBehalfOf = String(more.onBehalfOf ?? '').trim();
	const names = list(events);
	return {
		names,
		account,
		onBehalfOf,
		isWanted: readEventFilter(names, chosen),
		settings: fingerprint(JSON.stringify([onBehalfOf || account.username, names, chosen])),
	};
}

/**
 * The wanted events of a window, as the gateway lists them. Consecutive windows share a minute, so both may list an event.
 */
async function fetchEvents(
	context: GatewayContext,
	window: Window,
	{ names, isWanted, account, onBehalfOf }: Awaited<ReturnType<typeof sourceOf>>,
): Promise<Arrival[]> {
	const arrivals: Arrival[] = [];
	for (const feed of names.flatMap((name) => feedNamed(name) ?? [])) {
		const { tree } = await callGateway(context, {
			root: feed.root,
			body: () => ({ ...feed.body, ...window }),
			effect: 'read',
			timeoutSeconds: TIMEOUT_SECONDS,
			account,
			onBehalfOf,
		});
		const { records, envelope } = findRecords(tree);
		if (records.length === 0 && envelope && !isEmptyReply(envelope)) {
			const fields = Object.keys(envelope).join(', ');
			context.logger.warn(`TextMe found no events in a reply to ${feed.root} with ${fields}`);
		}
		// A campaign has tens of thousands. Without turns, reading them would stop n8n for seconds.
		for await (const raw of givingTurns(records)) {
			const event = readEvent(feed, raw);
			if (isWanted(event)) arrivals.push(arrivalOf(event, raw as IDataObject));
		}
	}
	return arrivals;
}

/** Earliest first. Reads each date once, because there may be thousands. */
const inOrder = (arrivals: Arrival[]): Arrival[] =>
	arrivals
		.map((arrival) => ({ arrival, at: instantOf(arrival.event.date) ?? 0 }))
		.sort((a, b) => a.at - b.at)
		.map(({ arrival }) => arrival);

/** For "Fetch Test Event": each feed's latest event of the last day, or a sample. The next poll returns these events again. */
export async function fetchTestEvents(context: IExecuteFunctions): Promise<Arrival[]> {
	const source = await sourceOf(context, (name, empty) => context.getNodeParameter(name, 0, empty));
	const now = Date.now();
	const arrivals: Arrival[] = [];
	for (const window of splitWindow({ from: now - DAY }, now)) {
		arrivals.push(...(await fetchEvents(context, window, source)));
	}
	const latest = new Map(inOrder(arrivals).map((arrival) => [arrival.event.event, arrival]));
	const samples = sampleArrivals(source.isWanted).filter(({ event }) => !latest.has(event.event));
	const names = samples.map(({ event }) => feedNamed(event.event)?.name ?? 'event');
	const real = 'These events are real: a text to their number reaches that person.';
	const none = `There was no ${names.join(' or ')} in the last 24 hours, so you get a sample. Nobody has its number.`;
	const hints = [...(latest.size > 0 ? [real] : []), ...(names.length > 0 ? [none] : [])];
	if (hints.length > 0) {
		context.addExecutionHints({ message: hints.join(' '), location: 'outputPane' });
	}
	return [...latest.values(), ...samples];
}
