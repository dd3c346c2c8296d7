import type { NodeError } from '../../shared/nodeError';
import { asNodeError, notSent } from '../../shared/nodeError';
import { numberOf } from '../../shared/replies';
import { callGateway } from '../../shared/request';
import { costOf, FirstOfEach } from '../options/message';
import type { Outgoing } from '../options/message';
import { limitLabel } from '../options/runLimits';
import type { Limits } from '../options/runLimits';
import type { BatchOperation, Operation } from '../operation';
import type { Duplicate, Member } from './batches';
import { duplicatesOutput, addMembers } from './batches';
import type { Run } from './execute';

/** The items that are not sent, because other items send the same text to all of their numbers; with these numbers. */
export type LeftOut = Map<Member, Duplicate[]>;

/**
 * Looks at the whole run before anything is sent: leaves out duplicates, holds the limits, and spreads what is left over its
 * steps.
 */
export async function screen(
	run: Run,
	members: Member[],
): Promise<{ left: Member[]; duplicates: LeftOut }> {
	const { left, duplicates } = await withoutDuplicates(run, members);
	const error = await beyondLimits(run, left);
	if (error) for (const { itemIndex } of left) run.ledger.fail(itemIndex, error);
	return { left: error ? [] : inSteps(run.operation, left), duplicates };
}

/** Spreads the entries of a run over its steps, once no more of them are left out. */
function inSteps(operation: Operation, members: Member[]): Member[] {
	if (!('inStep' in operation)) return members;
	const { inStep } = operation as BatchOperation;
	return members.map((member, position) => {
		const settings = inStep?.(member.settings, member.value, position, members.length);
		return settings === member.settings ? member : { ...member, settings };
	});
}

/**
 * Leaves out each number that another item of the run sends the same text to. An item that has no number left is left out; its
 * key is used up together with those of the items that are sent.
 */
async function withoutDuplicates(
	run: Run,
	members: Member[],
): Promise<{ left: Member[]; duplicates: LeftOut }> {
	const { outgoing, withPeople } = run.operation;
	const leftOut: LeftOut = new Map();
	if (!outgoing || !withPeople) return { left: members, duplicates: leftOut };
	const found = await findDuplicates(run, members);
	if (found.size === 0) return { left: members, duplicates: leftOut };
	const left = members.flatMap((member) => {
		const duplicates = found.get(member);
		if (!duplicates) return [member];
		const { people, lists } = outgoing(member.entry as never, member.settings as never);
		if (duplicates.length === people.length && lists.length === 0) {
			leftOut.set(member, duplicates);
			shareKeyWithFirst(member, duplicates);
			return [];
		}
		const omitted = new Set(duplicates.map(({ phone }) => phone));
		const rest = people.filter(({ phone }) => !omitted.has(phone));
		const entry: unknown = withPeople(member.entry as never, rest);
		return [entry === undefined ? member : { ...member, entry, duplicates }];
	});
	return { left, duplicates: leftOut };
}

function shareKeyWithFirst(member: Member, duplicates: Duplicate[]): void {
	const { key } = member;
	if (key === undefined) return;
	for (const first of new Set(duplicates.map((duplicate) => duplicate.first))) {
		(first.keysOfDuplicates ??= []).push(key);
	}
}

type Found = Map<Member, Duplicate[]>;

/** An item whose key is used is not sent, so no other item is a duplicate of it. */
async function findDuplicates(run: Run, members: Member[]): Promise<Found> {
	const found = duplicatesIn(run, members, new Set());
	const involved = [...found].flatMap(([member, duplicates]) => [
		member,
		...duplicates.map(({ first }) => first),
	]);
	const used = await run.ledger.usedKeys(involved);
	return used.size === 0 ? found : duplicatesIn(run, members, used);
}

function duplicatesIn(run: Run, members: Member[], used: Set<string>): Found {
	const { operation } = run;
	const found: Found = new Map();
	const sentBefore = new FirstOfEach<Member>();
	function duplicatesOf(member: Member): Duplicate[] {
		if (!member.care?.oncePerNumber) return [];
		const sent = operation.outgoing?.(member.entry as never, member.settings as never);
		const duplicates: Duplicate[] = [];
		for (const { phone } of sent?.people ?? []) {
			const first = sent && sentBefore.before(sent, phone, member);
			// Their shared key already keeps items with one key from going out twice.
			if (first && !haveSameKey(first, member)) duplicates.push({ phone, first });
		}
		return duplicates;
	}
	const done: Member[] = [];
	for (const item of run.items) if (item?.isDone) addMembers(operation, item, done);
	done.forEach(duplicatesOf);
	for (const member of members) {
		if (used.has(member.key ?? '')) continue;
		const own = duplicatesOf(member);
		if (own.length > 0) found.set(member, own);
	}
	return found;
}

const haveSameKey = (one: Member, other: Member): boolean =>
	one.key !== undefined && one.key === other.key;

/** Notes the outcome of the items that were left out, once the outcome of the items they duplicate is known. */
export function noteDuplicates({ context, node, ledger }: Run, leftOut: LeftOut): void {
	if (leftOut.size === 0) return;
	const [items, verb] =
		leftOut.size === 1 ? ['One item', 'was'] : [`${leftOut.size} items`, 'were'];
	context.addExecutionHints({
		message: `${items} with the same text for the same number as another item ${verb} not sent. To send them all, switch 'One Message per Number' off.`,
		type: 'info',
		location: 'outputPane',
	});
	for (const [{ itemIndex }, duplicates] of leftOut) {
		const first = duplicates.find(({ first: one }) => !ledger.isRefused(one.itemIndex))?.first;
		if (first) {
			ledger.acceptItem(itemIndex, {
				duplicateOf: first.itemIndex,
				...duplicatesOutput(duplicates),
			});
			continue;
		}
		const refused = duplicates[0]?.first.itemIndex;
		const message = `Not sent, because item ${refused}, with the same text for the same number, was refused [item ${itemIndex}]`;
		const description = `See what is wrong with item ${refused}, and run both again.`;
		ledger.fail(itemIndex, notSent(node, message, { itemIndex, description }));
	}
}

/** A member with its limits, its messages and their cost. */
interface Limited {
	member: Member;
	limits: Limits;
	sent: Outgoing;
	cost: ReturnType<typeof costOf>;
}

/** The error of a run that exceeds a limit; no item of it is sent. */
async function beyondLimits(run: Run, members: Member[]): Promise<NodeError | undefined> {
	const { outgoing } = run.operation;
	const isLimited = members.some(({ care }) => Object.keys(care?.limits ?? {}).length > 0);
	if (!outgoing || !isLimited) return undefined;
	const limited = (await withoutUsedKeys(run, members)).map((member): Limited => {
		const sent = outgoing(member.entry as never, member.settings as never);
		return { member, limits: member.care?.limits ?? {}, sent, cost: costOf(sent) };
	});
	try {
		const reason = await exceeded(run, limited);
		return reason === undefined
			? undefined
			: notSent(run.node, reason, {
					description: "Nothing was sent. Send less, or change or remove the limit under 'Limits'.",
				});
	} catch (error) {
		return asNodeError(run.node, error, 0);
	}
}

/** The members that will be sent. One whose key is used, before or earlier in this run, is not. */
async function withoutUsedKeys({ ledger }: Run, members: Member[]): Promise<Member[]> {
	const used = await ledger.usedKeys(members.filter(({ common }) => !common.validateOnly));
	return members.filter(({ key, common }) => {
		if (key === undefined || common.validateOnly) return true;
		return !used.has(key) && used.add(key);
	});
}

/** Why the run exceeds a limit; a sentence that starts with the limit. `undefined` when it exceeds none. */
async function exceeded(run: Run, entries: Limited[]): Promise<string | undefined> {
	return (
		tooLong(entries) ??
		uncountable(entries) ??
		tooMany(entries) ??
		(await tooLittleLeft(run, entries))
	);
}

function tooLong(entries: Limited[]): string | undefined {
	for (const { member, limits, sent, cost } of entries) {
		const { segments, encoding } = cost.length;
		const most = limits.mostSegments ?? Infinity;
		if (sent.call === 'instead' || segments <= most) continue;
		return `${limitLabel('mostSegments')} is ${most}, and the text of item ${member.itemIndex} has ${segments} (${encoding})`;
	}
	return undefined;
}

const COUNTED = ['mostMessages', 'leastBalance'] as const;

function uncountable(entries: Limited[]): string | undefined {
	const limit = COUNTED.find((name) => entries.some(({ limits }) => limits[name] !== undefined));
	const listed = entries.find(({ sent }) => sent.lists.length > 0);
	return limit && listed
		? `${limitLabel(limit)} cannot be checked, because item ${listed.member.itemIndex} goes to a contact list, and the node cannot count the people on it`
		: undefined;
}

const sum = (entries: Limited[], of: 'messages' | 'credits') =>
	entries.reduce((total, { cost }) => total + cost[of], 0);

/** The lowest 'Most Messages a Run' of all items, since an expression may give each its own. */
const strictest = (entries: Limited[]) =>
	entries.reduce((least, { limits }) => Math.min(least, limits.mostMessages ?? Infinity), Infinity);

function tooMany(entries: Limited[]): string | undefined {
	const [most, messages] = [strictest(entries), sum(entries, 'messages')];
	return messages > most
		? `${limitLabel('mostMessages')} is ${most}, and this run has ${messages}`
		: undefined;
}

async function tooLittleLeft({ context }: Run, entries: Limited[]): Promise<string | undefined> {
	const accounts = new Map<string | undefined, Limited[]>();
	for (const limited of entries) {
		const { onBehalfOf } = limited.member.common;
		const own = accounts.get(onBehalfOf);
		if (own) own.push(limited);
		else accounts.set(onBehalfOf, [limited]);
	}
	for (const [onBehalfOf, own] of accounts) {
		const least = own.reduce((most, { limits }) => Math.max(most, limits.leastBalance ?? 0), 0);
		if (least === 0) continue;
		const timeoutSeconds = own[0]?.member.common.timeoutSeconds ?? 0;
		const call = { root: 'balance', body: {}, effect: 'read', timeoutSeconds, onBehalfOf } as const;
		const balance = numberOf((await callGateway(context, call)).tree.balance);
		if (typeof balance !== 'number') {
			return `${limitLabel('leastBalance')} cannot be checked, because the service did not return the balance`;
		}
		const credits = sum(own, 'credits');
		if (balance - credits >= least) continue;
		return `${limitLabel('leastBalance')} is ${least}, and ${balance - credits} of ${balance} credits would remain`;
	}
	return undefined;
}
