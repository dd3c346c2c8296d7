import { measureMessage } from '../../../gateway/messageLength';
import { counted } from '../../planning/runFigures';
import type { Text } from '../../sending/text';
import { callOf, wordsOf } from '../../sending/text';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, notSent } from '../../shared/nodeError';
import { limitLabel, MOST_OF_A_TOOL } from '../options/runLimits';
import type { Part } from './parts';
import { byItem } from './parts';
import { messagesBefore, noteMessages } from './passes';
import type { Run } from './run';

/** The error of a run that goes beyond a limit; nothing of it is sent. Otherwise its messages count from here on. */
export async function beyondLimits(run: Run, parts: Part[]): Promise<NodeError | undefined> {
	if (run.operation.effect !== 'send' || parts.length === 0) return undefined;
	try {
		const reason = tooLong(parts) ?? uncountable(run, parts) ?? (await tooMany(run, parts));
		if (reason === undefined) return undefined;
		return notSent(run.node, reason, { description: wayOn(run) });
	} catch (error) {
		return asNodeError(run.node, error, 0);
	}
}

/** Notes what was sent, for the limits of later passes and calls. */
export function noteSent(run: Run): void {
	if (mostMessages(run) < Infinity) noteMessages(run, messagesSent(run));
}

const wayOn = ({ isTool, node }: Run): string =>
	isTool
		? `Nothing was sent. Do not try again; tell the user that a person can raise ${limitLabel('mostMessages')} under 'Limits' in the node '${node.name}'.`
		: "Nothing was sent. Send less, or change or remove the limit under 'Limits'.";

function tooLong(parts: Part[]): string | undefined {
	for (const { item, texts } of parts) {
		const most = item.care?.limits.mostSegments;
		const [text] = texts;
		if (most === undefined || !text || callOf(text.message) === 'instead') continue;
		const { segments, encoding } = measureMessage(wordsOf(text.message));
		if (segments <= most) continue;
		return `${limitLabel('mostSegments')} is ${most}, and the text of item ${item.itemIndex} has ${segments} (${encoding})`;
	}
	return undefined;
}

/** A model may text a contact list only with permission, and it then counts as one message. */
function uncountable(run: Run, parts: Part[]): string | undefined {
	if (run.isTool || mostMessages(run) === Infinity) return undefined;
	const listed = parts.find(({ texts }) => texts.some(({ to }) => 'list' in to));
	return (
		listed &&
		`${limitLabel('mostMessages')} cannot be checked, because item ${listed.item.itemIndex} goes to a contact list, and the node cannot count the people on it`
	);
}

async function tooMany(run: Run, parts: Part[]): Promise<string | undefined> {
	const most = mostMessages(run);
	if (most === Infinity) return undefined;
	const own = (await messagesDue(run, parts)) + messagesSent(run);
	const before = messagesBefore(run);
	if (before + own <= most) {
		noteMessages(run, own);
		return undefined;
	}
	const inAll = before > 0 ? `, with the ${counted(before)} of earlier ${earlier(run)}` : '';
	return `${limitLabel('mostMessages')} is ${most}, and this run has ${before + own}${inAll}`;
}

function earlier({ withoutExecution, isTool }: Run): string {
	if (withoutExecution) return 'calls in the last hour';
	return isTool ? 'calls' : 'passes';
}

/** The lowest of all items, since an expression may give each its own. In a tool, only a stored value: a model could fill in an expression. */
function mostMessages({ isTool, node, items }: Run): number {
	if (!isTool) {
		const limits = items.map((item) => item?.care?.limits.mostMessages ?? Infinity);
		return limits.reduce((least, limit) => Math.min(least, limit), Infinity);
	}
	const { options } = node.parameters as {
		options?: { limits?: { mostMessages?: { figure?: unknown } } };
	};
	const figure = options?.limits?.mostMessages?.figure;
	return typeof figure === 'number' ? figure : MOST_OF_A_TOOL;
}

const total = (figures: Iterable<number>): number =>
	[...figures].reduce((sum, figure) => sum + figure, 0);

const messagesOf = ({ message }: Text): number => (callOf(message) === 'beside' ? 2 : 1);

/** The messages that go out at most: none of items whose key was used, and of those that share a key the most. */
async function messagesDue({ keys, operation }: Run, parts: Part[]): Promise<number> {
	const used = await keys.usedBefore([...byItem(parts).values()].map(([{ item }]) => item));
	const most = new Map<string | number, number>();
	for (const [itemIndex, own] of byItem(parts)) {
		const [{ item }] = own;
		const key = keys.ofItem(item);
		if (key !== undefined && used.has(key)) continue;
		const texts = own.flatMap((part) => part.texts);
		const messages = operation.messages?.(item.value) ?? total(texts.map(messagesOf));
		const name = key ?? itemIndex;
		most.set(name, Math.max(most.get(name) ?? 0, messages));
	}
	return total(most.values());
}

function messagesSent({ operation, items, fates }: Run): number {
	const raw = items.map((item) =>
		item && fates.mayHaveSent(item.itemIndex) ? (operation.messages?.(item.value) ?? 0) : 0,
	);
	return total(raw) + total(fates.sent().map(messagesOf));
}
