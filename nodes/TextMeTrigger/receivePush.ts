import type {
	IDataObject,
	IHookFunctions,
	INodeProperties,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { cutToSize } from '../../gateway/values/checks';
import { groupBy, list } from '../../gateway/values/lists';
import { isPlainObject } from '../../gateway/values/tree';
import { Bounded, MOST } from '../memory/slots';
import { isInRanges, isReachable } from '../connection/addressList';
import { identityOf } from '../../gateway/events/eventId';
import { readPushBody } from '../../gateway/events/pushBody';
import { notePage } from '../answers/page';
import { bodyOf } from '../n8n/insides';
import type { PushEvent } from '../events/feeds';
import {
	mayBePush,
	outputOf,
	readEventFilter,
	readPushes,
	sampleEvents,
} from '../events/pushEvent';
import type { Received } from '../events/pushEvent';

export const MAX_SECONDS = 60;

export const quietSeconds: INodeProperties = {
	displayName: 'Quiet Period (Seconds)',
	name: 'quietSeconds',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 0, maxValue: MAX_SECONDS },
	default: 0,
	description: `How long to wait for more texts after each text of a person, up to ${MAX_SECONDS} seconds. They then start the workflow once, with one item. With 0, each text starts it at once.`,
};

/** The quiet period in milliseconds; undefined if out of range. */
export function quietMs({ quietSeconds: value = 0 }: IDataObject): number | undefined {
	const seconds = value === '' ? NaN : Number(value);
	return seconds >= 0 && seconds <= MAX_SECONDS ? seconds * 1_000 : undefined;
}

/**
 * One item per conversation: the last text's fields, all texts as a list, and joined into one that is cut to size. Other events
 * get one item each.
 */
export function toConversations(events: IDataObject[]): IDataObject[] {
	const conversations = groupBy<IDataObject, unknown>(events, (event) => event.sessionId ?? event);
	return [...conversations.values()].map((all) => {
		const { eventId, ...last } = all.at(-1) as IDataObject;
		if (last.sessionId === undefined) return { ...last, eventId };
		const messages = all.map(({ message }) => message ?? '');
		const text = cutToSize(messages.join('\n'));
		const asksToBeRemoved = all.some((event) => event.asksToBeRemoved);
		return { ...last, message: text, chatInput: text, asksToBeRemoved, messages, eventId };
	});
}

/** A group goes to the workflow at once when it has this many events, or this many characters as JSON. */
const MAX_EVENTS = 500;
const MAX_SIZE = 1_000_000;

/** The groups that are open, oldest first. One call of `webhook()` waits for each. */
const GROUPS = new Map<string, ReturnType<typeof begin>>();

/**
 * Joins events of a key that arrive without a pause. The call that begins a group waits, and takes all of it to the workflow;
 * the others take nothing. If too many calls wait, the oldest goes on with what it has.
 * @param quietMs a group is complete after this long without an event
 * @param longestMs a group goes to the workflow after this long, even if events still arrive
 */
export async function together(
	key: string,
	events: IDataObject[],
	{ quietMs, longestMs }: { quietMs: number; longestMs: number },
): Promise<IDataObject[]> {
	const now = performance.now();
	const open = GROUPS.get(key);
	const group = open ?? begin(key, now + longestMs);
	group.events.push(...events);
	group.size += JSON.stringify(events).length;
	group.endsAt = Math.min(now + quietMs, group.latestEnd);
	if (group.events.length >= MAX_EVENTS || group.size >= MAX_SIZE) end(key);
	if (open) return [];
	for (let ms; GROUPS.get(key) === group && (ms = group.endsAt - performance.now()) > 0;) {
		await Promise.race([group.isOver, sleep(ms)]);
	}
	if (GROUPS.get(key) === group) end(key);
	return group.events;
}

function begin(key: string, latestEnd: number) {
	let over = (): void => undefined;
	const isOver = new Promise<void>((resolve) => (over = resolve));
	const events: IDataObject[] = [];
	const group = { events, size: 0, endsAt: latestEnd, latestEnd, isOver, over };
	GROUPS.set(key, group);
	const [oldest = key] = GROUPS.keys();
	if (GROUPS.size > MOST.waitingPushes) end(oldest);
	return group;
}

function end(key: string): void {
	GROUPS.get(key)?.over();
	GROUPS.delete(key);
}

/**
 * The addresses under "Options" that may push; `undefined` if every address may.
 * @throws NodeOperationError for an empty list, for example from an expression without a result. Otherwise everybody could
 * push, and nobody would notice
 */
export function allowedRanges(context: IHookFunctions | IWebhookFunctions): string[] | undefined {
	const node = context.getNode();
	const options: unknown = context.getNodeParameter('more', {});
	const isRead = isPlainObject(options);
	const all = [options, node.parameters?.more];
	if (isRead && !all.some((each) => isPlainObject(each) && 'allowedAddresses' in each)) {
		return undefined;
	}
	const ranges = isRead ? list(options.allowedAddresses) : [];
	if (ranges.length > 0) return ranges;
	const name = isRead ? 'Allowed Source Addresses' : 'Options';
	throw new NodeOperationError(node, `'${name}' is empty, so no push could come in`, {
		description:
			"Fill it in, or remove it from 'Options'. If it is an expression, it must return a value when a push arrives, too.",
	});
}

/** Whether this address may push. If the list cannot be read, no address may. */
function isPermitted(context: IWebhookFunctions, address: string | undefined): boolean {
	try {
		const ranges = allowedRanges(context);
		return ranges === undefined || isInRanges(address ?? '', ranges);
	} catch {
		return false;
	}
}

/** What push triggers have had in this process. */
const pushed = new Bounded<true>(MOST.pushes);

/** Whether the trigger has not had an event before. */
function isNew(context: IWebhookFunctions, event: PushEvent): boolean {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, identityOf(event)]);
	const isKnown = pushed.has(key);
	pushed.set(key, true);
	return !isKnown;
}

/**
 * Takes one request to the webhook. Answers before the workflow runs: if an answer is late or not 200, the service stops the
 * feed and tells nobody.
 */
export async function receivePush(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject();
	// The client's address, behind as many proxies as N8N_PROXY_HOPS says.
	if (!isPermitted(this, request.ip)) return answer(this, 403);
	const form = readPushBody(await bodyOf(this), this.getQueryData() as object);
	const isWanted = readEventFilter(
		list(this.getNodeParameter('events', [])),
		this.getNodeParameter('filters', {}) as IDataObject,
	);
	const more = this.getNodeParameter('more', {}) as IDataObject;
	const quiet = quietMs(more);
	const isTest = this.getMode() === 'manual';
	const toEvents = (all: Received[]) => all.map((one) => outputOf(one, more.includeRaw === true));

	if (isTest && request.method === 'GET' && Object.keys(form).length === 0) {
		answer(this, 200, samplePage(this));
		return startWith(toEvents(sampleEvents(isWanted)), quiet);
	}
	answer(this, 200);
	// A console that tests the address sends no fields that we know.
	if (request.method !== 'POST' && !mayBePush(form)) return NOTHING;
	const isKept = ({ event }: Received) =>
		isTest || more.dropRepeats === false || isNew(this, event);
	const events = toEvents(readPushes(form).filter((one) => isWanted(one.event) && isKept(one)));
	if (events.length === 0) return NOTHING;
	return startWith(isTest ? events : await withOthers(this, events, quiet), quiet);
}

/** Reports and opt-outs start executions together: thousands of them would otherwise stall n8n. */
const REPORTS = { quietMs: 100, longestMs: 1_000 };
/** The longest wait, for a person who never pauses. */
const LONGEST_CONVERSATION_MS = 300_000;

/** What this call takes to the workflow: these events and what it waits for, or nothing if another call takes them. */
async function withOthers(
	context: IWebhookFunctions,
	events: IDataObject[],
	quiet: number | undefined,
): Promise<IDataObject[]> {
	const [first, ...others] = new Set(events.map(({ sessionId }) => sessionId));
	// One call can start one execution only, so a push with the texts of several people shares one, as reports do.
	const conversation = others.length === 0 ? first : undefined;
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, conversation]);
	if (conversation === undefined) return await together(key, events, REPORTS);
	if (!quiet) return events;
	return await together(key, events, { quietMs: quiet, longestMs: LONGEST_CONVERSATION_MS });
}

/** The request is answered, and starts nothing. */
const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

function startWith(events: IDataObject[], quiet: number | undefined): IWebhookResponseData {
	if (events.length === 0) return NOTHING;
	const outputs = quiet === 0 ? events : toConversations(events);
	return { ...NOTHING, workflowData: [outputs.map((json) => ({ json }))] };
}

/** The browser shows this page at the Test URL. */
function samplePage(context: IWebhookFunctions): string {
	const address = context.getNodeWebhookUrl('default') ?? '';
	const warning = `The Production URL, ${address}, opens only on this computer or in its network. If the service is elsewhere, use the TextMe Polling Trigger, or set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.41) to the public address of your n8n.`;
	const lines = ['You can close this page.', ...(isReachable(address) ? [] : [warning])];
	return notePage('Sample sent to n8n', ...lines);
}

/** Answers a push, or shows a page. Starts nothing. */
function answer(
	context: IWebhookFunctions,
	status: 200 | 403,
	page?: string,
): IWebhookResponseData {
	const response = context.getResponseObject();
	if (page !== undefined) response.setHeader('Content-Type', 'text/html; charset=utf-8');
	response.status(status).end(page);
	return NOTHING;
}
