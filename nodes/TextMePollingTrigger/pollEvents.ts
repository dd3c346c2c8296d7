import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { DAY, toInstant } from '../../gateway/values/dates';
import type { DateInput } from '../../gateway/values/dates';
import { fingerprint } from '../../gateway/events/eventId';
import { findRecords, isEmptyReply } from '../../gateway/replies/records';
import { list } from '../../gateway/values/lists';
import type { Window } from '../../gateway/values/windows';
import { splitWindow } from '../../gateway/values/windows';
import { checkEventChoices } from '../events/eventFields';
import {
	feedNamed,
	identityOf,
	outputOf,
	readEvent,
	readEventFilter,
	received,
	sampleEvents,
} from '../events/pushEvent';
import type { Received } from '../events/pushEvent';
import { accountOf } from '../connection/account';
import { callGateway } from '../connection/request';
import { Bounded, givingTurns, MOST } from '../memory/slots';
import type { PollState } from './pollState';
import { currentState, firstState, hadIn, isSince, nextState, readingFrom } from './pollState';

const WINDOW_DAYS = 1;
/** The most windows per poll, enough for the daily look-back. The next poll reads the rest. */
const MAX_WINDOWS = 9;
const MAX_EVENTS = 5000;
const BUDGET_SHARE = 0.6;

/** n8n may start a poll while the previous one runs, and stores the state only if a poll returns events. */
const polls = new Bounded<{ isRunning: boolean; at?: number }>(MOST.polls);

/** Polls once. If the poll fails, the state stays as it was. */
export async function pollEvents(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const more = this.getNodeParameter('more', {}) as IDataObject;
	const toItem = (one: Received) => ({ json: outputOf(one, more.includeRaw === true) });
	if (this.getMode() === 'manual') return [(await testEvents(this)).map(toItem)];
	const key = `${this.getWorkflow().id} ${this.getNode().id}`;
	const last = polls.get(key);
	if (last?.isRunning) return null;
	polls.set(key, { ...last, isRunning: true });
	let at = last?.at;
	try {
		const now = Date.now();
		const fresh = await poll(this, now, at);
		at = now;
		return fresh.length === 0 ? null : [fresh.map(toItem)];
	} finally {
		polls.set(key, { isRunning: false, at });
	}
}

async function poll(context: IPollFunctions, now: number, lastAt?: number): Promise<Received[]> {
	const source = await sourceOf(context);
	const stored = context.getWorkflowStaticData('node') as Partial<PollState>;
	const state = stored.had
		? currentState(stored as PollState, source.settings, now, lastAt)
		: firstState(source.settings, now, startOf(context));

	const had = hadIn(state);
	const deadline = now + BUDGET_SHARE * (context.getPollBudgetMs?.() ?? 300_000);
	const fresh = new Map<string, Received>();
	let until = readingFrom(state, now);
	for (const window of splitWindow({ from: until }, now, WINDOW_DAYS).slice(0, MAX_WINDOWS)) {
		for (const one of await fetchEvents(context, window, source)) {
			const id = identityOf(one.event);
			if (!had.has(id) && isSince(one.at, state)) fresh.set(id, one);
		}
		until = Math.min(now, toInstant(window.to));
		if (fresh.size >= MAX_EVENTS || Date.now() > deadline) break;
	}
	Object.assign(stored, nextState(state, [...fresh.keys()], until, now));
	return inOrder([...fresh.values()]);
}

function startOf(context: IPollFunctions): number | undefined {
	const startFrom = context.getNodeParameter('startFrom', '') as DateInput | null | undefined;
	if (startFrom === '' || startFrom === undefined || startFrom === null) return undefined;
	try {
		return toInstant(startFrom);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), `'Start From' ${(error as Error).message}`);
	}
}

const TIMEOUT_SECONDS = 30;

/** What the node's settings ask for. The account is read once for all requests. */
async function sourceOf(context: IPollFunctions) {
	const events = context.getNodeParameter('events', []);
	const chosen = context.getNodeParameter('filters', {}) as IDataObject;
	const more = context.getNodeParameter('more', {}) as IDataObject;
	checkEventChoices(context.getNode(), events, chosen);
	const account = await accountOf(context);
	const onBehalfOf = String(more.onBehalfOf ?? '').trim();
	const names = list(events);
	return {
		feeds: names.flatMap((name) => feedNamed(name) ?? []),
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
	context: IPollFunctions,
	window: Window,
	{ feeds, isWanted, account, onBehalfOf }: Awaited<ReturnType<typeof sourceOf>>,
): Promise<Received[]> {
	const wanted: Received[] = [];
	for (const feed of feeds) {
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
			if (isWanted(event)) wanted.push(received(event, raw));
		}
	}
	return wanted;
}

/** Earliest first. */
const inOrder = (all: Received[]): Received[] => all.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));

/** For "Fetch Test Event": each feed's latest event of the last day, or a sample. The next poll returns these events again. */
async function testEvents(context: IPollFunctions): Promise<Received[]> {
	const source = await sourceOf(context);
	const now = Date.now();
	const found: Received[] = [];
	for (const window of splitWindow({ from: now - DAY }, now)) {
		found.push(...(await fetchEvents(context, window, source)));
	}
	const latest = new Map(inOrder(found).map((one) => [one.event.event, one]));
	const samples = sampleEvents(source.isWanted).filter(({ event }) => !latest.has(event.event));
	return [...latest.values(), ...samples];
}
