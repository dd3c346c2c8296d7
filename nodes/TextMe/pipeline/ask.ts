import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { HeardMessage } from '../../../gateway/conversation';
import { saidIn } from '../../../gateway/conversation';
import type { Recipient } from '../../../gateway/deliveryOutcome';
import { phonesIn } from '../../../gateway/doubtfulPhones';
import type { Ask, Asking, Person } from '../../answers/asking';
import { isUnanswered } from '../../answers/asking';
import type { Asked, Waiting } from '../../answers/question';
import { WAITING, waitForAnswer } from '../../answers/question';
import type { NodeError } from '../../shared/nodeError';
import { aboutItem, asNodeError, notSent } from '../../shared/nodeError';
import { readIncomingMessages } from '../../waiting/incomingMessages';
import { runStep } from '../../waiting/subExecution';
import type { Wait, Watch, WatchedItem } from '../../waiting/wait';
import type { CommonSettings } from '../options/common';
import type { Batch, Member } from './batches';
import type { Run } from './execute';
import { saveOnExecution } from './send';

const waitingFor = ({ operation }: Run, item: Member | undefined): Waiting | undefined =>
	item && operation.waiting?.(item.value);

/**
 * Asks several people who must all answer, each on a page of their own. A sub-execution sends the texts and waits, because
 * the links lead to it. Returns the batches that are left to send, and whether the sub-execution waits.
 */
export async function askEverybody(
	run: Run,
	batches: Batch[],
): Promise<{ left: Batch[]; isWaiting: boolean }> {
	const { node, ledger } = run;
	if (ledger.inOrder().some(({ json }) => isUnanswered(json))) throw askedBefore(node);
	const people = new Map<Batch, Person>();
	for (const batch of batches) {
		const person = personOf(run, batch);
		if (person) people.set(batch, person);
	}
	const left = batches.filter((batch) => !people.has(batch));
	if (people.size === 0) return { left, isWaiting: false };
	for (const { onlyItemIndex = 0 } of left) {
		ledger.fail(onlyItemIndex, askedDifferently(node, onlyItemIndex));
	}
	const asked = await withFreeKeys([...people.keys()]);
	try {
		return { left: [], isWaiting: await ask(run, people, asked) };
	} finally {
		await ledger.releaseUnusedKeys();
	}
}

function personOf(run: Run, { members: [member], common }: Batch): Person | undefined {
	const waiting = waitingFor(run, member);
	const isAskedHere = !waiting || !('page' in waiting) || !waiting.isForAll;
	if (isAskedHere || common.validateOnly) return undefined;
	const { timeoutSeconds, onBehalfOf } = common;
	const { ask: text } = member?.value as { ask: Ask };
	return {
		page: { ...waiting.page, isShared: true },
		until: waiting.until.getTime(),
		link: waiting.link,
		request: { ask: text, timeoutSeconds, onBehalfOf },
		reminder: waiting.reminder,
		at: waiting.at,
	};
}

/** The batches whose keys are free. The keys are used up before anybody is asked. */
async function withFreeKeys(batches: Batch[]): Promise<Batch[]> {
	const [
		{
			run: { ledger },
		},
	] = batches as [Batch];
	await ledger.claimKeys(batches.filter(({ usesKeys }) => usesKeys));
	const free: Batch[] = [];
	for (const batch of batches) {
		if (!batch.usesKeys || (await ledger.useKeys(batch)).length > 0) free.push(batch);
	}
	return free;
}

async function ask(run: Run, people: Map<Batch, Person>, asked: Batch[]): Promise<boolean> {
	const { context, node, goesOn, items, ledger } = run;
	if (asked.length === 0) return false;
	const known = new Map(ledger.inOrder().map((item) => [itemOf(item), item.json]));
	const asking: Asking = {
		items: items.map((_, itemIndex) => ({ json: known.get(itemIndex) ?? {} })),
		goesOn,
		...triesOf(node),
		hasErrorOutput: node.onError === 'continueErrorOutput',
	};
	for (const batch of asked) {
		const person = people.get(batch);
		if (person) asking.items[batch.onlyItemIndex ?? 0] = { person };
	}
	let output: INodeExecutionData[] = [];
	let isWaiting = false;
	try {
		const { waitTill, data } = await runStep(context, 'ask', { ...asking });
		isWaiting = waitTill !== undefined && waitTill !== null;
		output = data[0] ?? [];
	} catch (error) {
		// The sub-execution may have sent texts before it failed.
		for (const batch of asked) {
			await ledger.failRequest(batch, askingFailed(node, batch, error as Error));
		}
		return false;
	}
	await noteOutcomes(run, asked, output);
	return isWaiting;
}

/** Notes the outcome of each text. Failures come last, because a failure may stop the run. */
async function noteOutcomes(run: Run, asked: Batch[], output: INodeExecutionData[]): Promise<void> {
	const { context, node, ledger } = run;
	const failed: Array<[Batch, IDataObject]> = [];
	for (const batch of asked) {
		const item = batch.onlyItemIndex ?? 0;
		const json = output[item]?.json ?? {};
		if (json.error !== undefined) failed.push([batch, json]);
		else if (json.skipped === true) await ledger.skip(batch, 'blocked');
		else if (json.sentAt !== undefined) {
			ledger.acceptItem(item, json, true);
			saveOnExecution(run, { phones: phonesIn(json), shipmentId: json.shipmentId });
		}
		if (json.error === undefined && json.warning !== undefined) {
			const message = `${String(json.warning)} [item ${item}]`;
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
	}
	for (const [batch, { error, message, details }] of failed) {
		const failure = new NodeOperationError(node, String(error), {
			itemIndex: batch.onlyItemIndex,
			description: String(message),
		});
		Object.assign(failure.context, details);
		await ledger.failRequest(batch, failure);
	}
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** "Retry On Fail", with n8n's limits. The sub-execution makes the retries, because the links lead to it. */
const triesOf = ({ retryOnFail, maxTries = 3, waitBetweenTries = 1000 }: INode) => ({
	tries: retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1,
	pause: Math.min(5000, Math.max(0, waitBetweenTries)),
});

function askingFailed(node: INode, batch: Batch, { message }: Error): NodeError {
	const item = batch.onlyItemIndex ?? 0;
	const error = new NodeOperationError(
		node,
		`The answers could not be waited for: ${message} [item ${item}]`,
		{
			itemIndex: item,
			description: `It is not known whether the question was sent. Look it up with Report, Get by External ID: ${batch.externalIds()?.join(', ')}. Its link leads nowhere.`,
		},
	);
	const externalIds = batch.externalIds();
	Object.assign(error.context, { outcome: 'unknown', retryable: false, externalIds });
	return error;
}

const askedDifferently = (node: INode, itemIndex: number): NodeError =>
	notSent(
		node,
		`'Response Type', 'First Answer Decides' and 'Validate Only' differ between the items [item ${itemIndex}]`,
		{ itemIndex, description: 'The people of one run are all asked in the same way.' },
	);

/** The error of a retry: the links of the earlier try lead to a sub-execution that has ended. */
const askedBefore = (node: INode): NodeError =>
	notSent(node, 'Nobody was asked again, because an earlier try has asked some of the people', {
		description:
			'Their links ended with that try. To ask everybody anew, execute the workflow again instead of this try.',
	});

/** Makes the execution wait for an answer on the page. If several people were asked, the first answer counts. */
export async function waitForLink(run: Run, output: INodeExecutionData[]): Promise<void> {
	const sent = output.map(({ json }) => withoutOutcome(json));
	const people: Asked[] = [];
	let until = 0;
	for (const [itemIndex, item] of run.items.entries()) {
		if (output[itemIndex]?.json.outcome !== WAITING) continue;
		const waiting = waitingFor(run, item);
		if (!waiting || !('page' in waiting)) continue;
		until = Math.max(until, waiting.until.getTime());
		people.push({ item: itemIndex, page: waiting.page, sent: sent[itemIndex] ?? {} });
	}
	const [first, ...others] = people;
	if (!first) return;
	const asked = run.items.length > 1 ? sent : undefined;
	await waitForAnswer(run.context, new Date(until), [first, ...others], asked);
}

function withoutOutcome(json: IDataObject): IDataObject {
	const sent = { ...json };
	if (sent.outcome === WAITING) delete sent.outcome;
	return sent;
}

/** The questions of a run that people answer by SMS. */
export class Replies {
	/** The messages from before the question, by username of the sub-account; `undefined` is the credential's account. */
	private readonly earlier = new Map<string | undefined, Promise<HeardMessage[]>>();
	private readonly since = Date.now();

	constructor(private readonly run: Run) {}

	/**
	 * Reads the messages that people sent before the question, because these are not replies to it. Returns the batches that
	 * may be sent: when messages cannot be read, nobody is asked.
	 */
	async readEarlier(batches: Batch[]): Promise<Batch[]> {
		const askable: Batch[] = [];
		for (const batch of batches) {
			const { onlyItemIndex = 0, members, common } = batch;
			try {
				const isAsked = this.conversationOf(members[0]) && !common.validateOnly;
				if (isAsked) await this.earlierMessages(common);
				askable.push(batch);
			} catch (error) {
				this.run.ledger.fail(onlyItemIndex, this.notAsked(error, onlyItemIndex));
			}
		}
		return askable;
	}

	/** The replies to wait for, one item for each input item; `undefined` when there are none. */
	async watch(output: INodeExecutionData[]): Promise<Watch | undefined> {
		const items: WatchedItem[] = [];
		for (const [itemIndex, item] of this.run.items.entries()) {
			const json = output[itemIndex]?.json ?? {};
			const wait = json.outcome === WAITING ? await this.waitFor(item) : undefined;
			items.push({ json, wait });
		}
		if (items.every(({ wait }) => wait === undefined)) return undefined;
		return { since: this.since, stopOnDoubt: false, items };
	}

	private async earlierMessages(account: CommonSettings): Promise<HeardMessage[]> {
		const { onBehalfOf } = account;
		const messages =
			this.earlier.get(onBehalfOf) ?? readIncomingMessages(this.run.context, account, this.since);
		this.earlier.set(onBehalfOf, messages);
		return await messages;
	}

	private async waitFor(item: Member | undefined): Promise<Wait | undefined> {
		const question = this.conversationOf(item);
		if (!item || !question) return undefined;
		// A model waits only for an approval: n8n passes on the output of a wait without a mark on what people wrote.
		if (this.run.isTool && !question.conversation.isApproval) return undefined;
		const { conversation, until } = question;
		const { onBehalfOf, timeoutSeconds } = item.common;
		// Empty for a question that an earlier try has sent.
		const said = saidIn(conversation, (await this.earlier.get(onBehalfOf)) ?? []);
		const { reminder, ...asked } = conversation;
		const begin = question.at ?? Date.now();
		return {
			begin,
			until: until.getTime(),
			onBehalfOf,
			timeoutSeconds,
			question: {
				...asked,
				heard: said.map(({ key }) => key),
				...(reminder && {
					reminder: { at: begin + reminder.after, body: reminder.body, hours: reminder.hours },
				}),
			},
		};
	}

	private conversationOf(item: Member | undefined) {
		const waiting = waitingFor(this.run, item);
		if (!waiting || !('conversation' in waiting)) return undefined;
		// In a rehearsal, the answers come from the one phone.
		const phone = this.run.rehearsal ?? waiting.conversation.phone;
		return { ...waiting, conversation: { ...waiting.conversation, phone } };
	}

	private notAsked(cause: unknown, itemIndex: number): NodeError {
		const { node } = this.run;
		const error = aboutItem(node, asNodeError(node, cause, itemIndex), itemIndex);
		error.description = ['Nobody was asked, since replies cannot be read.', error.description]
			.filter(Boolean)
			.join(' ');
		// The read failed; nothing was sent.
		Object.assign(error.context, { outcome: 'rejected' });
		return error;
	}
}

/** The deliveries to wait for, one item for each input item; `undefined` when there are none. */
export function waitForDelivery(run: Run, output: INodeExecutionData[]): Watch | undefined {
	const since = Date.now();
	const items = run.items.map((item, itemIndex) => {
		const { json } = output[itemIndex] ?? { json: {} };
		return { json, wait: item && deliveryOf(run, item, recipientsOf(run, json), since) };
	});
	if (items.every(({ wait }) => wait === undefined)) return undefined;
	return { since, stopOnDoubt: !run.context.continueOnFail(), items };
}

function deliveryOf(
	{ operation }: Run,
	{ value, common: { onBehalfOf, timeoutSeconds } }: Member,
	recipients: Recipient[],
	now: number,
): Wait | undefined {
	const { limit = 0, at = now } = operation.delivery?.(value) ?? {};
	if (recipients.length === 0) return undefined;
	const begin = Math.max(now, at);
	return { recipients, begin, until: begin + limit, onBehalfOf, timeoutSeconds };
}

/** The recipients of a send that was accepted, or whose outcome is unknown. */
function recipientsOf({ rehearsal }: Run, json: IDataObject): Recipient[] {
	const { outcome, externalIds = [] } = (json.details ?? {}) as IDataObject;
	const byId = (ids: string[]) => ids.map((externalId) => ({ externalId }));
	if (outcome === 'unknown') return byId(externalIds as string[]);
	const { accepted, phone, externalId, recipients: several = [{ phone, externalId }] } = json;
	if (accepted !== true) return [];
	const recipients = several as unknown as Array<Recipient & { onlyChecked?: true }>;
	if (rehearsal === undefined) return recipients;
	// The reports name the phone of the rehearsal. There are none for what was only checked.
	const gone =
		json.onlyChecked === true ? [] : recipients.filter(({ onlyChecked }) => !onlyChecked);
	return byId(gone.map(({ externalId }) => externalId));
}
