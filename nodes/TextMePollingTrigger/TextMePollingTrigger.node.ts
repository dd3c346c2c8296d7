import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

import { fingerprint, identityOf } from '../../gateway/events/eventId';
import { findRecords, isEmptyReply } from '../../gateway/replies/records';
import { DAY, toInstant } from '../../gateway/values/dates';
import type { DateInput } from '../../gateway/values/dates';
import { list } from '../../gateway/values/lists';
import type { ReplyTree } from '../../gateway/values/tree';
import type { Window } from '../../gateway/values/windows';
import { splitWindow } from '../../gateway/values/windows';
import { accountOf } from '../connection/account';
import { callGateway } from '../connection/request';
import { testCredential } from '../connection/testCredential';
import {
	checkEventChoices,
	includeRaw,
	polledEvents,
	polledFilterFields,
} from '../events/eventFields';
import type { PushEvent } from '../events/feeds';
import {
	feedNamed,
	outputOf,
	readEvent,
	readEventFilter,
	received,
	sampleEvents,
} from '../events/pushEvent';
import type { Received } from '../events/pushEvent';
import { Bounded, MOST } from '../memory/slots';
import { givingTurns } from '../n8n/insides';
import type { PollState } from './pollState';
import { currentState, firstState, hadIn, isSince, nextState, readingFrom } from './pollState';

export const pollingFields: INodeProperties[] = [
	polledEvents,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'When you first publish the workflow, events since this time start it. A time without a time zone is Israel time.',
		hint: 'If left empty, the time you publish the workflow',
	},
	polledFilterFields,
	{
		displayName: 'Options',
		name: 'more',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			includeRaw,
			{
				displayName: 'On Behalf Of',
				name: 'onBehalfOf',
				type: 'string',
				default: '',
				placeholder: 'e.g. branch-haifa',
				description: 'For resellers: username of the sub-account whose events to read',
			},
		],
	},
];

const WINDOW_DAYS = 1;
/** The most windows per poll, enough for the daily look-back. The next poll reads the rest. */
const MAX_WINDOWS = 9;
const MAX_EVENTS = 5000;
const BUDGET_SHARE = 0.6;

/** n8n may start a poll while the previous one runs, and stores the state only if a poll returns events. */
const polls = new Bounded<{ isRunning: boolean; at?: number }>(MOST.polls);

/** Polls once. If the poll fails, the state stays as it was. */
async function pollEvents(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return [await testEvents(this)];
	const key = `${this.getWorkflow().id} ${this.getNode().id}`;
	const last = polls.get(key);
	if (last?.isRunning) return null;
	polls.set(key, { ...last, isRunning: true });
	let at = last?.at;
	try {
		const now = Date.now();
		const fresh = await poll(this, now, at);
		at = now;
		return fresh.length === 0 ? null : [fresh];
	} finally {
		polls.set(key, { isRunning: false, at });
	}
}

async function poll(
	context: IPollFunctions,
	now: number,
	lastAt?: number,
): Promise<INodeExecutionData[]> {
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
		for await (const [event, raw] of eventsIn(context, window, source)) {
			const id = identityOf(event);
			const one = had.has(id) ? undefined : received(event, raw);
			if (one && isSince(one.at, state)) fresh.set(id, one);
		}
		until = Math.min(now, toInstant(window.to));
		if (fresh.size >= MAX_EVENTS || Date.now() > deadline) break;
	}
	const items = await itemsOf(inOrder([...fresh.values()]), source);
	Object.assign(stored, nextState(state, [...fresh.keys()], until, now));
	return items;
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
		includeRaw: more.includeRaw === true,
		settings: fingerprint(JSON.stringify([onBehalfOf || account.username, names, chosen])),
	};
}

type Source = Awaited<ReturnType<typeof sourceOf>>;

/**
 * The wanted events of a window, as the gateway lists them. Consecutive windows share a minute, so both may list an event. A
 * campaign has tens of thousands: without turns, reading them would stop n8n for seconds.
 */
async function* eventsIn(
	context: IPollFunctions,
	window: Window,
	{ feeds, isWanted, account, onBehalfOf }: Source,
): AsyncGenerator<[PushEvent, ReplyTree]> {
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
		for await (const raw of givingTurns(records)) {
			const event = readEvent(feed, raw);
			if (isWanted(event)) yield [event, raw];
		}
	}
}

/** Earliest first. */
const inOrder = (all: Received[]): Received[] => all.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));

async function itemsOf(all: Received[], { includeRaw: hasRaw }: Source) {
	const items: INodeExecutionData[] = [];
	for await (const one of givingTurns(all)) items.push({ json: outputOf(one, hasRaw) });
	return items;
}

/** For "Fetch Test Event": each feed's latest event of the last day, or a sample. The next poll returns these events again. */
async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const source = await sourceOf(context);
	const now = Date.now();
	const found: Received[] = [];
	for (const window of splitWindow({ from: now - DAY }, now)) {
		for await (const one of eventsIn(context, window, source)) found.push(received(...one));
	}
	const latest = new Map(inOrder(found).map((one) => [one.event.event, one]));
	const samples = sampleEvents(source.isWanted).filter(({ event }) => !latest.has(event.event));
	return await itemsOf([...latest.values(), ...samples], source);
}

export class TextMePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TextMe Polling Trigger',
		name: 'textMePollingTrigger',
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		group: ['trigger'],
		version: [1],
		subtitle: '={{ $parameter["events"].join(", ").replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Starts on replies, opt-outs and delivery reports, without a public address',
		defaults: { name: 'TextMe Polling Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'textMeApi', required: true, testedBy: 'testCredential' }],
		polling: true,
		builderHint: {
			searchHint:
				'Starts a workflow by an SMS reply, a delivery report or an opt-out of the TextMe / 019 SMS service, which it asks for them: no public address and nothing to set up at the service.',
		},
		properties: pollingFields,
	};

	methods = { credentialTest: { testCredential } };

	poll = pollEvents;
}
