import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toInstant } from '../../../gateway/dates';
import { phonesIn } from '../../../gateway/doubtfulPhones';
import { groupBy } from '../../../gateway/lists';
import { BLOCKED, isAboutOneMessage, isAllSkipped, reachesNobody } from '../../../gateway/status';
import type { Skip } from '../../planning/runFigures';
import { counted } from '../../planning/runFigures';
import type { CheckFault } from '../../shared/gatewayError';
import type { NodeError } from '../../shared/nodeError';
import {
	aboutItem,
	checkFaultOf,
	isNodeError,
	notSent,
	outcomeOf,
	statusOf,
} from '../../shared/nodeError';
import { rehearsalNote, sizeNotes } from '../../shared/rehearsal';
import type { Rehearsal } from '../../shared/rehearsal';
import type { GatewayReply } from '../../shared/request';
import { callGateway } from '../../shared/request';
import { concurrencyOf } from '../options/common';
import { heldOutput } from '../options/sendOptions';
import type { Operation } from '../operation';
import type { Member } from './batches';
import { Batch, keysOf, outputsOf } from './batches';
import type { Run } from './execute';
import { moved } from './screen';

const NOT_CHECKED =
	"Sent without a check: the test address of the service (/api/test) does not answer as it should. Switch off 'Check Batches First', or ask the support of the service.";

/** Whether the test address checks a batch before it is sent. */
const checksFirst = ({ members: [first], common }: Batch): boolean =>
	first?.care?.checkFirst === true && !common.validateOnly;

/** Whether a batch stays unsent after another one with an unknown outcome. */
const stopsOnDoubt = ({ operation, members: [first] }: Batch): boolean =>
	'checksFirst' in operation && first?.care?.stopOnDoubt === true;

function shareFault({ operation }: Batch, status: number, culprit: Member, other: Member): boolean {
	if (!('sharesFault' in operation)) return false;
	return operation.sharesFault?.(status, culprit.entry as never, other.entry as never) ?? false;
}

/**
 * Has the test address check batches, and leaves out the items that the gateway would not accept. Without a test address,
 * batches are sent unchecked. A batch that the check may have sent is not sent again, and later batches are held back, unless
 * the user wants to continue.
 */
export async function checkBatches(run: Run, batches: Batch[]): Promise<Batch[]> {
	if (!('checksFirst' in run.operation)) return batches;
	const { context, ledger } = run;
	const checked: Batch[] = [];
	let fault: CheckFault | undefined;
	for (const batch of batches) {
		if (!checksFirst(batch)) {
			checked.push(batch);
			continue;
		}
		if (fault === 'live' && stopsOnDoubt(batch)) {
			ledger.failBatch(batch, keptBack(run));
			continue;
		}
		const { refused, error } =
			fault === undefined ? await check(context, batch) : { refused: new Map<Member, NodeError>() };
		if (error) {
			fault = checkFaultOf(error);
			if (fault === 'live') {
				await ledger.failCheck(batch, error);
				continue;
			}
			if (fault === 'missing') {
				context.addExecutionHints({
					message: NOT_CHECKED,
					type: 'warning',
					location: 'outputPane',
				});
			} else {
				for (const member of batch.members) refused.set(member, error);
			}
		}
		// An item that was sent before is skipped later, whatever the check says about it now.
		const used = refused.size > 0 ? await ledger.usedKeys([...refused.keys()]) : new Set();
		for (const member of refused.keys()) {
			if (used.has(member.key ?? '')) refused.delete(member);
		}
		for (const [member, refusal] of refused) {
			ledger.fail(member.itemIndex, refusal, batch.externalIds([member]));
		}
		const accepted = batch.members.filter((member) => !refused.has(member));
		if (accepted.length === 0) continue;
		const left = batch.only(accepted);
		if (fault !== undefined) left.warning = NOT_CHECKED;
		checked.push(left);
	}
	return checked;
}

/** The items that the check refuses, or the error of the batch as a whole. */
async function check(
	context: IExecuteFunctions,
	batch: Batch,
): Promise<{ refused: Map<Member, NodeError>; error?: NodeError }> {
	try {
		return { refused: await refusedByCheck(context, batch) };
	} catch (caught) {
		return { refused: new Map(), error: batch.errorOf(caught) };
	}
}

/** The most test calls for one batch. After these, a bad part is refused as a whole. Enough for some 80 bad items in 2,500. */
const MAX_TEST_CALLS = 1000;

/**
 * Has the test address check a batch, and finds the items that the gateway would refuse by halving. Nothing is sent. Raises
 * an error of the batch as a whole, such as missing credit.
 */
async function refusedByCheck(
	context: IExecuteFunctions,
	batch: Batch,
): Promise<Map<Member, NodeError>> {
	const { node } = batch.run;
	const refused = new Map<Member, NodeError>();
	let testCalls = 0;

	async function refusalOf(members: Member[]): Promise<NodeError | undefined> {
		testCalls++;
		const part = batch.only(members);
		try {
			// A test call does nothing, so it may be repeated like a read.
			await callGateway(context, { ...part.request, effect: 'read', validateOnly: true });
			return undefined;
		} catch (caught) {
			const error = part.errorOf(caught);
			// The service leaves these people out. If nobody else is in the send, its reply says so.
			if (reachesNobody(statusOf(error), part.body())) return undefined;
			if (!isAboutOneMessage(statusOf(error) ?? 0)) throw error;
			return error;
		}
	}

	/** Whether there is a bad item among the candidates. `isKnownBad` when earlier answers already imply one. */
	async function search(candidates: Member[], isKnownBad: boolean): Promise<boolean> {
		const members = candidates.filter((member) => !refused.has(member));
		const [first] = members;
		if (!first) return false;
		const canSplit = members.length > 1 && testCalls < MAX_TEST_CALLS;
		if (!isKnownBad || !canSplit) {
			const error = await refusalOf(members);
			if (!error) return false;
			if (!canSplit) {
				refuse(members, error);
				return true;
			}
		}
		const middle = Math.ceil(members.length / 2);
		const inFirstHalf = await search(members.slice(0, middle), false);
		await search(members.slice(middle), !inFirstHalf);
		return true;
	}

	function refuse(members: Member[], error: NodeError): void {
		const [culprit] = members;
		const status = statusOf(error) ?? 0;
		for (const member of batch.members) {
			const alike = culprit && members.length === 1 && shareFault(batch, status, culprit, member);
			if (alike || members.includes(member)) {
				refused.set(member, aboutItem(node, error, member.itemIndex));
			}
		}
	}

	await search(batch.members, false);
	return refused;
}

/**
 * The number of items whose keys are claimed together. A claim takes two seconds, for one key or for many, so the keys of
 * the next group are claimed before this group is sent. If n8n is killed in between, the keys of two groups stay used
 * although nothing was sent under them.
 */
const CLAIMED_AT_ONCE = 20;

/**
 * Sends the batches of an operation that sends or writes: one after the other, or several at a time. When a failure stops
 * the run, no further batch starts. Batches under way are still awaited, so that the ledger knows their outcome.
 */
export async function sendBatches(run: Run, batches: Batch[]): Promise<void> {
	const { context, operation, ledger } = run;
	const cancelled = context.getExecutionCancelSignal();
	const width = concurrencyOf(operation, batches[0]?.common);
	let inDoubt = false;
	const all = batches.reduce((sum, { members }) => sum + members.length, 0);
	let sent = 0;

	async function send(batch: Batch): Promise<void> {
		let reply: GatewayReply;
		try {
			reply = await callGateway(context, { ...batch.request, effect: operation.effect });
			const outputs = outputsOf(batch, reply);
			warn(run, batch, reply, outputs);
			ledger.accept(outputs, !batch.common.validateOnly);
		} catch (caught) {
			const error = batch.errorOf(caught);
			const why = skippedBecause(operation, statusOf(error), batch);
			if (why) return await ledger.skip(batch, why);
			const halves = run.goesOn ? halvesAfter(batch, statusOf(error)) : [];
			if (halves.length === 0) {
				inDoubt ||= outcomeOf(error) !== 'rejected';
				return await ledger.failRequest(batch, error);
			}
			for (const half of halves) await send(half);
			return;
		}
		sent += batch.members.length;
		if (batches.length > 1) context.sendMessageToUI(`${counted(sent)} of ${counted(all)} sent`);
		if (!batch.common.validateOnly) await noteSent(batch, reply);
	}

	/** Saves what helps later. An error here must not fail a sent batch: its keys would be free, and it would go out again. */
	async function noteSent(batch: Batch, reply: GatewayReply): Promise<void> {
		if (batch.usesKeys) await ledger.noteSchedule(batch).catch(() => undefined);
		if (operation.effect !== 'send') return;
		// A batch may have thousands of numbers, and ten are saved.
		const phones = batch.members
			.slice(0, MAX_PHONES)
			.flatMap(
				({ outgoing }) => outgoing?.people.map(({ phone }) => phone) ?? phonesIn(batch.body()),
			);
		const campaignName = batch.members[0]?.outgoing?.campaign;
		saveOnExecution(run, { phones, shipmentId: reply.tree.shipment_id, campaignName });
	}

	async function sendOnce(planned: Batch): Promise<void> {
		if (cancelled?.aborted) throw stopped(run);
		if (inDoubt && stopsOnDoubt(planned)) return ledger.failBatch(planned, keptBack(run));
		for (const batch of withinHours(planned)) await sendNow(batch);
	}

	async function sendNow(batch: Batch): Promise<void> {
		if (!batch.usesKeys) return await send(batch);
		// Of two items with one key, the second is sent only if nothing was sent for the first.
		const [first, later] = firstOfEachKey(batch.members);
		const free = await ledger.useKeys(batch.only(first));
		if (free.length > 0) await send(batch.only(free));
		if (later.length > 0) await sendNow(batch.only(later));
	}

	async function sendLane(lane: Batch[]): Promise<void> {
		for (const batch of lane) await sendOnce(batch);
	}

	async function claim(together: Batch[] = []): Promise<void> {
		const keyed = together.filter(({ usesKeys }) => usesKeys);
		if (keyed.length > 0 && !cancelled?.aborted) await ledger.claimKeys(keyed);
	}

	const groups = claimedTogether(batches);
	try {
		await claim(groups[0]);
		for (const [n, together] of groups.entries()) {
			await claim(groups[n + 1]);
			await inParallel(lanesOf(together, width), width, sendLane, gravest);
		}
	} finally {
		if (batches.some(({ usesKeys }) => usesKeys)) await ledger.releaseUnusedKeys();
	}
}

/** What people search for to find an execution, under the names in n8n's list of executions. */
interface FoundBy {
	phones: string[];
	shipmentId?: unknown;
	campaignName?: unknown;
}

/** The most phones to save on an execution. */
const MAX_PHONES = 10;
/** n8n complains about longer values in its log. */
const MAX_CHARACTERS = 255;

/**
 * Saves on the execution what a complaint may name, so that people find it with n8n's filter. If the workflow saves no
 * executions, it should keep no phones either.
 */
export function saveOnExecution(
	{ context }: Run,
	{ phones, shipmentId, campaignName }: FoundBy,
): void {
	if (context.getWorkflowSettings().saveDataSuccessExecution === 'none') return;
	try {
		const { customData } = context;
		const add = (name: string, values: string[], most = Infinity) => {
			const known = (customData.get(name) || undefined)?.split(', ') ?? [];
			const all = [...new Set([...known, ...values])].slice(0, most);
			while (all.join(', ').length > MAX_CHARACTERS) all.pop();
			if (all.length > known.length) customData.set(name, all.join(', '));
		};
		add('phones', phones, MAX_PHONES);
		if (shipmentId) add('shipmentIds', [String(shipmentId)]);
		if (campaignName && !customData.get('campaignName')) {
			customData.set('campaignName', String(campaignName));
		}
	} catch {
		// Older versions of n8n have no custom data here. What was sent is more important.
	}
}

/** Why a refused send is no failure: it could reach nobody. Undefined for a real refusal. */
function skippedBecause(
	{ outgoing, waiting }: Operation,
	status: number | undefined,
	{ body, common }: Batch,
): Skip | undefined {
	// Whoever waits for a code has to know that none comes.
	if (!outgoing && !waiting) return undefined;
	if (status === BLOCKED) return 'blocked';
	return isAllSkipped(status, body()) && !common.validateOnly ? 'messagedLately' : undefined;
}

/**
 * Checks the sending hours again before each request, because they may end during a run. What would then go out after them is
 * left out, or scheduled for the next opening.
 */
function withinHours(batch: Batch): Batch[] {
	const { operation, run, common } = batch;
	const haveHours = batch.members.some(({ when }) => when?.within);
	if (!haveHours || common.validateOnly) return [batch];
	const now = Date.now();
	const times = new Map<number | undefined, Member[]>();
	for (const member of batch.members) {
		const due = dueAt(member, now);
		const { at, heldUntil } = member.when?.within?.(due) ?? { at: due };
		if (heldUntil !== undefined) {
			run.ledger.skipItem(member, 'outsideHours', heldOutput(heldUntil));
			continue;
		}
		const time = at === due ? undefined : at;
		const own = times.get(time);
		if (own) own.push(member);
		else times.set(time, [member]);
	}
	if (times.size === 1 && times.get(undefined)?.length === batch.members.length) return [batch];
	return [...times].map(([time, members]) =>
		time === undefined
			? batch.only(members)
			: new Batch(
					run,
					members.map((member) => moved(operation, member, time)),
					batch.warning,
				),
	);
}

/** When a message goes out if it is sent `now`: a schedule that is past goes out at once. */
function dueAt({ outgoing }: Member, now: number): number {
	const timing = outgoing?.timing;
	return timing === undefined ? now : Math.max(now, toInstant(timing));
}

function firstOfEachKey(members: Member[]): [first: Member[], later: Member[]] {
	const [first, later]: [Member[], Member[]] = [[], []];
	const seen = new Set<string>();
	for (const member of members) {
		(seen.has(member.key ?? '') ? later : first).push(member);
		for (const key of keysOf([member])) seen.add(key);
	}
	return [first, later];
}

/** The error of a send that may have gone out comes before all others, because that send must not be repeated. */
const gravest = (errors: unknown[]): unknown =>
	errors.find((error) => isNodeError(error) && outcomeOf(error) === 'unknown') ?? errors[0];

/** Lanes of batches that may run side by side. Batches with the same key share a lane and run one after the other. */
function lanesOf(batches: Batch[], width: number): Batch[][] {
	if (width === 1) return [batches];
	return [...groupBy<Batch, unknown>(batches, (batch) => batch.members[0]?.key ?? batch).values()];
}

function claimedTogether(batches: Batch[]): Batch[][] {
	if (!batches.some(({ usesKeys }) => usesKeys)) return [batches];
	const groups: Batch[][] = [];
	let size = CLAIMED_AT_ONCE;
	for (const batch of batches) {
		if (size >= CLAIMED_AT_ONCE) {
			groups.push([]);
			size = 0;
		}
		groups.at(-1)?.push(batch);
		size += batch.members.length;
	}
	return groups;
}

/**
 * Warns the user about a reply that needs attention: once for each request, and in the result of every item, together with
 * the warning of the batch.
 */
function warn(
	{ context, operation }: Run,
	batch: Batch,
	reply: GatewayReply,
	outputs: Map<number, INodeExecutionData[]>,
): void {
	const { common, onlyItemIndex } = batch;
	const isSent = !common.validateOnly && reply.rehearsal?.sent !== 0;
	const warning = isSent ? operation.warning?.(reply, batch.entries as never[]) : undefined;
	if (warning) {
		const message = onlyItemIndex === undefined ? warning : `${warning} [item ${onlyItemIndex}]`;
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	if (batch.warning ?? warning) {
		addWarning([...outputs.values()].flat(), batch.warning, warning);
	}
	if (reply.rehearsal) markRehearsal(batch, reply.rehearsal, outputs);
}

function addWarning(pieces: INodeExecutionData[], ...warnings: Array<string | undefined>): void {
	const more = warnings.filter(Boolean).join(' ');
	if (more === '') return;
	for (const { json } of pieces) json.warning = json.warning ? `${json.warning} ${more}` : more;
}

/** Says in the output of each item whether it went to the phone of a rehearsal: only the first ones do. */
function markRehearsal(
	{ members }: Batch,
	{ phone, sizes, sent, left }: Rehearsal,
	outputs: Map<number, INodeExecutionData[]>,
): void {
	let going = sent;
	for (const { itemIndex, outgoing } of members) {
		const { people, lists } = outgoing ?? NOBODY;
		const own = Math.min(Math.max(people.length + lists.length, 1), sent + left);
		const here = Math.min(own, going);
		going -= here;
		const pieces = outputs.get(itemIndex) ?? [];
		for (const { json } of pieces) {
			Object.assign(json, { rehearsal: true, ...(own > 0 && here === 0 && { onlyChecked: true }) });
			const left = here === 0 ? [] : ((json.recipients ?? []) as IDataObject[]).slice(here);
			for (const person of left) person.onlyChecked = true;
		}
		const note = rehearsalNote({ phone, sent: here, left: own - here });
		addWarning(pieces, note, ...sizeNotes(lists, sizes));
	}
}

/** A one-time code has no recipients here, but goes to one person. */
const NOBODY = { people: [], lists: [] };

/** The two halves to try after a refusal that one item may have caused; none after other refusals, or for a single item. */
function halvesAfter(batch: Batch, status: number | undefined): Batch[] {
	const { members, operation } = batch;
	const isForOne = 'refusedForOne' in operation && operation.refusedForOne?.includes(status ?? NaN);
	if (members.length < 2 || !isForOne) return [];
	const middle = members.length >> 1;
	return [batch.only(members.slice(0, middle)), batch.only(members.slice(middle))];
}

/** The failure of items that are held back after a batch of unknown outcome. */
const keptBack = ({ node }: Run) =>
	notSent(node, 'Not sent, because the batch before may or may not have been sent', {
		description:
			"Look that batch up with Report, Get by External ID. To continue in such a case, set 'After an Unknown Outcome' to 'Continue'.",
		retryable: true,
	});

const stopped = ({ node }: Run) =>
	notSent(node, 'The execution was stopped', {
		description: 'Nothing more was sent.',
		retryable: true,
	});

/**
 * Makes the requests of an operation that reads, several at a time, and notes the results in the order of the requests. A run
 * of several requests shows its progress in the editor.
 */
export async function readBatches(run: Run, batches: Batch[]): Promise<void> {
	const { context, operation, ledger } = run;
	let done = 0;
	const width = concurrencyOf(operation, batches[0]?.common);
	const answers = await inParallel(batches, width, async (batch) => {
		try {
			const reply = await callGateway(context, { ...batch.request, effect: 'read' });
			done++;
			if (batches.length > 1) {
				context.sendMessageToUI(`${operation.action}: ${done} of ${batches.length} requests done`);
			}
			return { batch, outputs: outputsOf(batch, reply) };
		} catch (caught) {
			const error = batch.errorOf(caught);
			if (!run.goesOn) throw error;
			return { batch, error };
		}
	});
	for (const { batch, outputs, error } of answers) {
		if (outputs) ledger.accept(outputs);
		else for (const { itemIndex } of batch.members) ledger.fail(itemIndex, error);
	}
}

/**
 * Works through `tasks`, at most `width` at a time, and returns the results in the order of the tasks. After a failure no
 * further task starts. Tasks under way are still awaited.
 *
 * @param choose picks the failure to raise from all failures, in the order of the tasks
 */
export async function inParallel<Task, Result>(
	tasks: Task[],
	width: number,
	work: (task: Task) => Promise<Result>,
	choose = ([first]: unknown[]): unknown => first,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures: unknown[] = [];
	let next = 0;
	async function worker(): Promise<void> {
		while (failures.length === 0 && next < tasks.length) {
			const index = next++;
			try {
				results[index] = await work(tasks[index] as Task);
			} catch (error) {
				failures[index] = error;
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
	if (failures.length > 0) throw choose(failures.filter(Boolean));
	return results;
}
