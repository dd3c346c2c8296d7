import { groupBy } from '../../../gateway/lists';
import { counted } from '../../planning/runFigures';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, notSent } from '../../shared/nodeError';
import { numberOf } from '../../shared/replies';
import { callGateway } from '../../shared/request';
import { costOf, FirstOfEach } from '../options/message';
import type { Outgoing } from '../options/message';
import { limitLabel } from '../options/runLimits';
import type { Limits } from '../options/runLimits';
import { heldOutput } from '../options/sendOptions';
import type { Operation } from '../operation';
import type { Duplicate, Member } from './batches';
import { changed, duplicatesOutput } from './batches';
import type { Run } from './execute';
import { countMessages, textsBefore, withoutListsBefore } from './passes';

/** Items that are not sent, because other items send the same text to all of their recipients; with those recipients. */
export type LeftOut = Map<Member, Duplicate[]>;

/** The items of a run that are left to send, and its duplicates. */
interface Screened {
	left: Member[];
	duplicates: LeftOut;
	/** The items in `left` that go to contact lists. */
	toLists: Member[];
}

/**
 * Screens the whole run before anything is sent: leaves out duplicates and what is outside the sending hours, spreads the
 * rest over the steps, and checks the limits.
 */
export async function screen(run: Run, members: Member[]): Promise<Screened> {
	const { left, duplicates } = await withoutDuplicates(run, members);
	const inTime = atTheirTimes(run, left);
	const goesToLists = ({ outgoing }: Member) => outgoing?.lists.length;
	const fresh = inTime.some(goesToLists) ? withoutListsBefore(run, inTime) : inTime;
	const toLists = fresh.filter(goesToLists);
	const error = floodedList(run, toLists) ?? (await beyondLimits(run, fresh));
	if (error) for (const { itemIndex } of fresh) run.ledger.fail(itemIndex, error);
	return error ? { left: [], duplicates, toLists: [] } : { left: fresh, duplicates, toLists };
}

/** The members at the times of their steps, without those outside the sending hours. */
export function atTheirTimes(run: Run, members: Member[]): Member[] {
	const { operation, ledger } = run;
	const goesAtOnce = ({ when }: Member) =>
		when?.steps === undefined && when?.heldUntil === undefined;
	if (members.every(goesAtOnce)) return members;
	// What was sent before keeps its place among the steps.
	const places = sentBefore(run);
	const count = places.length + members.length;
	let before = 0;
	return members.flatMap((member, index) => {
		const time = member.when ?? {};
		while ((places[before]?.itemIndex ?? Infinity) < member.itemIndex) before++;
		const { steps } = time;
		const step = steps?.[Math.floor(((index + before) * steps.length) / count)];
		const { at, heldUntil } = step ?? time;
		if (heldUntil !== undefined && !member.common.validateOnly) {
			ledger.skipItem(member, 'outsideHours', heldOutput(heldUntil));
			return [];
		}
		return [step && at !== undefined ? moved(operation, member, at) : member];
	});
}

/** What was sent, or may have been: by an earlier try, or earlier in this one. */
const sentBefore = ({ items, ledger }: Run): Member[] =>
	items.filter((item) => item !== undefined).filter((item) => ledger.mayHaveSent(item.itemIndex));

/** A member that goes out at another time (milliseconds since 1970). */
export function moved(operation: Operation, member: Member, at: number): Member {
	const { entry, settings } = member;
	const later = operation.atTime?.(entry as never, settings as never, at);
	return later ? changed(operation, member, later) : member;
}

/** The most different texts that a contact list may get in a run. More are probably written for single people. */
const MAX_TEXTS_TO_A_LIST = 3;

/** The error of a run that would text a whole contact list for each of its items. */
function floodedList(run: Run, members: Member[]): NodeError | undefined {
	const counts = new Map<string, number>();
	for (const member of members) {
		if (member.care?.duplicates === 'sendAll') continue;
		for (const list of member.outgoing?.lists ?? []) counts.set(list, (counts.get(list) ?? 0) + 1);
	}
	for (const [list, own] of counts) {
		const count = own + textsBefore(run, list).length;
		if (count <= MAX_TEXTS_TO_A_LIST) continue;
		return notSent(
			run.node,
			`Contact list ${list} would get ${counted(count)} texts, one for each input item or pass of a loop`,
			{
				description:
					"Nothing was sent. To text the list once, put its send before the items or the loop, or use a text without expressions. To send them all, set 'Duplicates' to 'Send All'.",
			},
		);
	}
	return undefined;
}

/**
 * Leaves out each recipient that another item of the run sends the same text to. An item without recipients is left out, and
 * its key is used with the keys of the items it duplicates.
 */
async function withoutDuplicates(
	run: Run,
	members: Member[],
): Promise<{ left: Member[]; duplicates: LeftOut }> {
	const { operation } = run;
	const { withRecipients } = operation;
	const leftOut: LeftOut = new Map();
	if (!withRecipients) return { left: members, duplicates: leftOut };
	const found = await findDuplicates(run, members);
	if (found.size === 0) return { left: members, duplicates: leftOut };
	const left = members.flatMap((member) => {
		const { outgoing, settings } = member;
		const duplicates = found.get(member);
		if (!duplicates || !outgoing) return [member];
		const { people, lists } = outgoing;
		if (duplicates.length === people.length + lists.length) {
			leftOut.set(member, duplicates);
			shareKeyWithFirst(member, duplicates);
			return [];
		}
		const omitted = new Set(duplicates.map(nameOf));
		const entry: unknown = withRecipients(member.entry as never, {
			people: people.filter(({ phone }) => !omitted.has(phone)),
			lists: lists.filter((list) => !omitted.has(ofList(list))),
		});
		if (entry === undefined) return [member];
		return [{ ...changed(operation, member, { entry, settings }), duplicates }];
	});
	return { left, duplicates: leftOut };
}

const ofList = (list: string) => `list ${list}`;
const nameOf = (duplicate: Duplicate): string =>
	'phone' in duplicate ? duplicate.phone : ofList(duplicate.contactList);

function shareKeyWithFirst(member: Member, duplicates: Duplicate[]): void {
	const { key } = member;
	if (key === undefined) return;
	for (const first of new Set(duplicates.map((duplicate) => duplicate.first))) {
		first.keysOfDuplicates?.push(key);
	}
}

type Found = Map<Member, Duplicate[]>;

/** An item whose key is used is not sent, so no other item is a duplicate of it. */
async function findDuplicates(run: Run, members: Member[]): Promise<Found> {
	const found = duplicatesIn(run, members, new Set());
	if (found.size === 0) return found;
	const involved = [...found].flatMap(([member, duplicates]) => [
		member,
		...duplicates.map(({ first }) => first),
	]);
	const used = await run.ledger.usedKeys(involved);
	return used.size === 0 ? found : duplicatesIn(run, members, used);
}

function duplicatesIn(run: Run, members: Member[], used: Set<string>): Found {
	const found: Found = new Map();
	const firsts = new FirstOfEach<Member>();
	function duplicatesOf(member: Member): Duplicate[] {
		const { care, common, outgoing: sent } = member;
		if (!sent || !care) return [];
		const repeats = firsts.repeats(sent, member, care.duplicates, common.onBehalfOf);
		// Items with the same key do not go out twice anyway.
		return repeats.filter(({ first }) => !haveSameKey(first, member));
	}
	sentBefore(run).forEach(duplicatesOf);
	for (const member of members) {
		if (used.has(member.key ?? '')) continue;
		const own = duplicatesOf(member);
		if (own.length > 0) found.set(member, own);
	}
	return found;
}

const haveSameKey = (one: Member, other: Member): boolean =>
	one.key !== undefined && one.key === other.key;

/**
 * Notes the outcome of the items that were left out, once the outcome of the items they duplicate is known. Returns those to
 * send after all: with One Text per Number, the service may have refused only the first text.
 */
export function noteDuplicates({ node, ledger }: Run, leftOut: LeftOut): Member[] {
	const again: Member[] = [];
	for (const [member, duplicates] of leftOut) {
		const { itemIndex, care } = member;
		const isOnePerNumber = care?.duplicates === 'onePerNumber';
		const first = duplicates.find(({ first: one }) => !ledger.isRefused(one.itemIndex))?.first;
		if (first) {
			const why = ledger.whySkipped(first.itemIndex) ?? 'duplicate';
			ledger.skipItem(member, why, {
				...(isOnePerNumber && why === 'duplicate' && { reason: ONE_PER_NUMBER }),
				duplicateOf: first.itemIndex,
				...duplicatesOutput(duplicates),
			});
			continue;
		}
		const refused = duplicates[0]?.first.itemIndex ?? 0;
		if (isOnePerNumber && ledger.statusOf(refused) !== undefined && !ledger.hasDoubts) {
			again.push(member);
			continue;
		}
		const message = `Not sent, because item ${refused}, with the same text for the same number, was refused [item ${itemIndex}]`;
		const description = `See what is wrong with item ${refused}, and run both again.`;
		ledger.fail(itemIndex, notSent(node, message, { itemIndex, description }));
	}
	return again;
}

const ONE_PER_NUMBER = 'Another item of the run has a text for this number.';

/** A member with its limits, its messages and their cost. */
interface Limited {
	member: Member;
	limits: Limits;
	sent: Outgoing;
	cost: ReturnType<typeof costOf>;
}

const limitedOf = (members: Member[]): Limited[] =>
	members.flatMap((member) => {
		const { outgoing: sent, care } = member;
		return sent ? [{ member, limits: care?.limits ?? {}, sent, cost: costOf(sent) }] : [];
	});

/** The error of a run that exceeds a limit; no item of it is sent. */
async function beyondLimits(run: Run, members: Member[]): Promise<NodeError | undefined> {
	const isLimited = members.some(({ care }) => Object.keys(care?.limits ?? {}).length > 0);
	if (!isLimited) return undefined;
	const limited = limitedOf(await withoutUsedKeys(run, members));
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
		tooMany(run, entries) ??
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
	for (const { limits, member, sent, cost } of entries) {
		if (limits.leastBalance === undefined) continue;
		const why =
			cost.international.recipients > 0
				? 'goes abroad, which is paid in money at a price that only the service knows'
				: sent.isExtended &&
					'has an opt-out or a short link, and only the service knows how long the text gets by it';
		if (!why) continue;
		return `${limitLabel('leastBalance')} cannot be checked, because item ${member.itemIndex} ${why}`;
	}
	const limit = COUNTED.find((name) => entries.some(({ limits }) => limits[name] !== undefined));
	const listed = entries.find(({ sent }) => sent.lists.length > 0);
	return limit && listed
		? `${limitLabel(limit)} cannot be checked, because item ${listed.member.itemIndex} goes to a contact list, and the node cannot count the people on it`
		: undefined;
}

const sum = (entries: Limited[], of: 'messages' | 'credits') =>
	entries.reduce((total, { cost }) => total + cost[of], 0);

/** The lowest 'Maximum Messages' of all items, since an expression may give each its own. */
const strictest = (entries: Limited[]) =>
	entries.reduce((least, { limits }) => Math.min(least, limits.mostMessages ?? Infinity), Infinity);

function tooMany(run: Run, entries: Limited[]): string | undefined {
	const most = strictest(entries);
	if (most === Infinity) return undefined;
	const own = sum([...entries, ...limitedOf(sentBefore(run))], 'messages');
	const messages = countMessages(run, own, most);
	const inAll = messages > own ? `, with the ${counted(messages - own)} of earlier passes` : '';
	return messages > most
		? `${limitLabel('mostMessages')} is ${most}, and this run has ${messages}${inAll}`
		: undefined;
}

async function tooLittleLeft({ context }: Run, entries: Limited[]): Promise<string | undefined> {
	const accounts = groupBy(entries, ({ member }) => member.common.onBehalfOf);
	for (const [onBehalfOf, own] of accounts) {
		const least = own.reduce((most, { limits }) => Math.max(most, limits.leastBalance ?? 0), 0);
		if (least === 0) continue;
		const timeoutSeconds = own[0].member.common.timeoutSeconds;
		const { tree } = await callGateway(context, {
			root: 'balance',
			body: () => ({}),
			effect: 'read',
			timeoutSeconds,
			onBehalfOf,
		});
		const balance = numberOf(tree.balance);
		if (typeof balance !== 'number') {
			return `${limitLabel('leastBalance')} cannot be checked, because the service did not return the balance`;
		}
		const credits = sum(own, 'credits');
		if (balance - credits >= least) continue;
		return `${limitLabel('leastBalance')} is ${least}, and ${balance - credits} of ${balance} credits would remain`;
	}
	return undefined;
}
