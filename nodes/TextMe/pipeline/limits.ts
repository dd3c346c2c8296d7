import { creditsInWords, readCreditUnit, unitAdvice } from '../../../gateway/credits';
import type { CreditUnit } from '../../../gateway/credits';
import type { Message, Recipient } from '../../../gateway/messages';
import { shown } from '../../../gateway/counts';
import { groupBy } from '../../../gateway/lists';
import { counted } from '../../planning/runFigures';
import { costOf } from '../../sending/cost';
import type { Text, Texts } from '../../sending/text';
import { callOf, wordsOf } from '../../sending/text';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, notSent } from '../../shared/nodeError';
import { numberOf } from '../../shared/replies';
import { callGateway } from '../../shared/request';
import type { CommonSettings } from '../options/common';
import type { Limits } from '../options/runLimits';
import { limitLabel, PERSON_LIMITS } from '../options/runLimits';
import type { Item } from './item';
import { messagesBefore, noteMessages } from './passes';
import type { Run } from './run';

/** The texts of an item, its limits, and what they cost. */
interface Limited {
	item: Item;
	limits: Limits;
	message: Message;
	toLists: boolean;
	/** Whether the service adds something of unknown length to the text. */
	isExtended: boolean;
	cost: ReturnType<typeof costOf>;
}

/** The error of a run that exceeds a limit; no item of it is sent. */
export async function beyondLimits(run: Run, texts: Text[]): Promise<NodeError | undefined> {
	const isLimited = run.items.some((item) => Object.keys(item?.care?.limits ?? {}).length > 0);
	if (!isLimited) return undefined;
	try {
		const limited = await toBeSent(run, limitedOf(run, texts));
		const reason =
			tooLong(limited) ??
			uncountable(limited) ??
			tooMany(run, limited) ??
			(await tooLittleLeft(run, limited));
		return reason === undefined
			? undefined
			: notSent(run.node, reason, {
					description: "Nothing was sent. Send less, or change or remove the limit under 'Limits'.",
				});
	} catch (error) {
		return asNodeError(run.node, error, 0);
	}
}

/** Notes the messages of a run for the limits of later passes. */
export function noteLimited(run: Run): void {
	if (!run.items.some((item) => item?.care?.limits.mostMessages !== undefined)) return;
	noteMessages(run, messagesIn(limitedOf(run, run.fates.sent())));
}

function limitedOf({ items, account }: Run, texts: Text[]): Limited[] {
	const unit = readCreditUnit(account?.charactersPerCredit);
	return [...groupBy(texts, ({ itemIndex }) => itemIndex)].flatMap(([itemIndex, own]) => {
		const item = items[itemIndex];
		return item ? limitedItem(item, own, unit) : [];
	});
}

function limitedItem(item: Item, texts: Texts, unit: CreditUnit | undefined): Limited {
	const [{ message, settings }] = texts;
	const people = texts.flatMap(({ to }): Recipient[] => ('phone' in to ? [to] : []));
	return {
		item,
		limits: item.care?.limits ?? {},
		message,
		toLists: people.length < texts.length,
		isExtended: message.links.length > 0 || settings.add_unsubscribe !== undefined,
		cost: costOf(message, people, unit),
	};
}

/** The items that are sent at most: none whose key was used, and of those that share a key the one with the most messages. */
async function toBeSent({ keys }: Run, limited: Limited[]): Promise<Limited[]> {
	const used = await keys.usedBefore(limited.map(({ item }) => item));
	const most = new Map<unknown, Limited>();
	for (const one of limited) {
		const key = keys.ofItem(one.item);
		if (key !== undefined && used.has(key)) continue;
		const name = key ?? one;
		const other = most.get(name);
		if (!other || other.cost.messages < one.cost.messages) most.set(name, one);
	}
	return [...most.values()];
}

function tooLong(entries: Limited[]): string | undefined {
	for (const { item, limits, message, cost } of entries) {
		const { segments, encoding } = cost.length;
		const most = limits.mostSegments ?? Infinity;
		if (callOf(message) === 'instead' || segments <= most) continue;
		return `${limitLabel('mostSegments')} is ${most}, and the text of item ${item.itemIndex} has ${segments} (${encoding})`;
	}
	return undefined;
}

const COUNTED = ['mostMessages', 'leastBalance', ...PERSON_LIMITS] as const;

function uncountable(entries: Limited[]): string | undefined {
	for (const { limits, item, isExtended, cost } of entries) {
		if (limits.leastBalance === undefined) continue;
		const why =
			cost.international.recipients > 0
				? 'goes abroad, which is paid in money at a price that only the service knows'
				: isExtended &&
					'has an opt-out or a short link, and only the service knows how long the text gets by it';
		if (!why) continue;
		return `${limitLabel('leastBalance')} cannot be checked, because item ${item.itemIndex} ${why}`;
	}
	const limit = COUNTED.find((name) => entries.some(({ limits }) => limits[name] !== undefined));
	const listed = entries.find(({ toLists }) => toLists);
	return limit && listed
		? `${limitLabel(limit)} cannot be checked, because item ${listed.item.itemIndex} goes to a contact list, and the node cannot count the people on it`
		: undefined;
}

const sum = (entries: Limited[], of: (cost: Limited['cost']) => number): number =>
	entries.reduce((total, { cost }) => total + of(cost), 0);

const messagesIn = (entries: Limited[]): number => sum(entries, ({ messages }) => messages);

/** Checks the lowest 'Maximum Messages' of all items, since an expression may give each its own. */
function tooMany(run: Run, entries: Limited[]): string | undefined {
	const most = Math.min(...new Set(entries.map(({ limits }) => limits.mostMessages ?? Infinity)));
	if (!Number.isFinite(most)) return undefined;
	const own = messagesIn(entries) + messagesIn(limitedOf(run, run.fates.sent()));
	const before = messagesBefore(run);
	if (before + own <= most) return undefined;
	const inAll = before > 0 ? `, with the ${counted(before)} of earlier passes` : '';
	return `${limitLabel('mostMessages')} is ${most}, and this run has ${before + own}${inAll}`;
}

async function balanceOf(
	{ context }: Run,
	{ onBehalfOf, timeoutSeconds }: CommonSettings,
): Promise<unknown> {
	const { tree } = await callGateway(context, {
		...{ root: 'balance', body: () => ({}), effect: 'read', timeoutSeconds, onBehalfOf },
	});
	return numberOf(tree.balance);
}

/** The balance before the send, where it is not known what a credit pays for. */
const BALANCES = new WeakMap<Run, number>();

/**
 * Says in a test of one text what its price tells about the unit of credit. Reads the balance once more for that: before the
 * send, a limit has read it. Somebody else may have sent meanwhile, so it is a hint, and changes nothing.
 */
export async function adviseOnUnit(run: Run): Promise<void> {
	const before = BALANCES.get(run);
	const [text, ...others] = run.fates.sent();
	const item = text && run.items[text.itemIndex];
	const isTest = run.context.getMode() === 'manual' && run.rehearsal === undefined;
	if (before === undefined || !item || others.length > 0 || !isTest) return;
	if (callOf(text.message) || run.fates.hasDoubts) return;
	const after = await balanceOf(run, item.common).catch(() => undefined);
	if (typeof after !== 'number' || after >= before) return;
	const message = `${unitAdvice(wordsOf(text.message), before - after)} It is under 'Characters per Credit' in the credential.`;
	run.context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

async function tooLittleLeft(run: Run, entries: Limited[]): Promise<string | undefined> {
	const { context } = run;
	const accounts = groupBy(entries, ({ item }) => item.common.onBehalfOf);
	for (const own of accounts.values()) {
		const least = own.reduce((most, { limits }) => Math.max(most, limits.leastBalance ?? 0), 0);
		if (least === 0) continue;
		const balance = await balanceOf(run, own[0].item.common);
		if (typeof balance !== 'number') {
			return `${limitLabel('leastBalance')} cannot be checked, because the service did not return the balance`;
		}
		const cost = {
			least: sum(own, ({ credits }) => credits.least),
			most: sum(own, ({ credits }) => credits.most),
		};
		const left = balance - cost.least;
		const isRange = cost.most > cost.least;
		if (left < least) {
			return `${limitLabel('leastBalance')} is ${least}, and ${isRange ? 'at most ' : ''}${left} of ${balance} credits would remain`;
		}
		if (!isRange) continue;
		BALANCES.set(run, balance);
		const message = `This run costs ${creditsInWords(cost)}; ${limitLabel('leastBalance')} counts ${shown(cost.least)}. To know exactly, set 'Characters per Credit' in the credential.`;
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	return undefined;
}
