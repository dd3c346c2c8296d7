import { measureMessage } from '../../../gateway/texts/messageLength';
import { formatInstant, HOUR } from '../../../gateway/values/dates';
import { groupBy, shown, split } from '../../../gateway/values/lists';
import { isRehearsed } from '../../connection/account';
import { Bounded, inExecution, MOST } from '../../memory/slots';
import { runOf } from '../../n8n/insides';
import { notSent } from '../../output/nodeError';
import { momentOf } from '../../texts/sendingHours';
import { callOf, nameOf, wordsOf } from '../../texts/text';
import { limitLabel, MOST_OF_A_TOOL } from '../options/runLimits';
import type { ItemText, Part, Row, Run } from './run';
import { fail, isText, mayHaveSent } from './run';

/**
 * Makes requests for what the limits of a run and of an hour allow, and records what went out. A rehearsal has a limit of its
 * own, and no other.
 */
export async function underLimits<P extends Part>(
	run: Run,
	parts: P[],
	make: (parts: P[]) => Promise<void>,
): Promise<void> {
	if (isRehearsed(run.account)) {
		return await (run.operation.isSend ? rehearsed(run, parts, make) : make(parts));
	}
	const counted: Counted = new Map();
	try {
		await make(withinLimits(run, withinHourlyLimits(run, parts, counted)));
	} finally {
		for (const [text, names] of counted) {
			if (mayHaveSent(text)) continue;
			for (const name of names) COUNTS.set(name, (COUNTS.get(name) ?? 1) - 1);
		}
		// What an earlier try sent is already recorded.
		const isOfThisTry = run.rows.some(({ earlier }) => !earlier);
		if (isOfThisTry && mostMessages(run) < Infinity) noteMessages(run, messagesSent(run));
	}
}

/** All parts of a run, or none if a limit is exceeded. Counts the returned parts as sent. */
function withinLimits<P extends Part>(run: Run, parts: P[]): P[] {
	if (parts.length === 0) return parts;
	const reason = tooLong(run, parts) ?? tooMany(run, parts);
	if (reason === undefined) return parts;
	fail(run, parts, notSent(run.node, reason, { description: wayOn(run) }));
	return [];
}

/** Items that a node sends in a rehearsal, in one execution. It only checks the others. */
export const MOST_REHEARSED = 10;

/** In a rehearsal, makes requests for the first ten items of the execution. */
export async function rehearsed<P extends Part>(
	run: Run,
	texts: P[],
	make: (texts: P[]) => Promise<void>,
): Promise<void> {
	const counts: Record<string, number> = run.withoutExecution ? {} : sentCounts(run, 'rehearsed');
	counts.items ??= 0;
	const items = [...new Set(texts.map(({ itemIndex }) => itemIndex))];
	const going = new Set(items.slice(0, MOST_REHEARSED - counts.items));
	// Before the requests, because calls of a model may run side by side.
	counts.items += going.size;
	const [due, checked] = split(texts, ({ itemIndex }) => going.has(itemIndex));
	for (const text of checked) text.fate = { kind: 'checked' };
	try {
		await make(due);
	} finally {
		const sent = new Set(due.filter(mayHaveSent).map(({ itemIndex }) => itemIndex));
		counts.items -= going.size - sent.size;
	}
}

const wayOn = ({ isTool, node }: Run): string =>
	isTool
		? `Nothing was sent. Do not try again; tell the user that a person can raise ${limitLabel('mostMessages')} under 'Limits' in the node '${node.name}'.`
		: "Nothing was sent. Send less, or change or remove the limit under 'Limits'.";

function tooLong({ safeguards }: Run, parts: readonly Part[]): string | undefined {
	const { mostSegments: most } = safeguards.limits;
	if (most === undefined) return undefined;
	for (const [itemIndex, [text]] of byItem(parts)) {
		if (!isText(text) || callOf(text.message) === 'instead') continue;
		const { segments, encoding } = measureMessage(wordsOf(text.message));
		if (segments <= most) continue;
		return `${limitLabel('mostSegments')} is ${most}, and the text of item ${itemIndex} has ${segments} (${encoding})`;
	}
	return undefined;
}

function tooMany(run: Run, parts: readonly Part[]): string | undefined {
	const { isTool, operation, rows } = run;
	const most = mostMessages(run);
	if (most === Infinity) return undefined;
	const label = limitLabel('mostMessages');
	// In a tool, a contact list, which a person chose, counts as one message.
	const listed = isTool ? undefined : parts.find((part) => isText(part) && 'list' in part.to);
	if (listed) {
		return `${label} cannot be checked, because item ${listed.itemIndex} goes to a contact list, and the node cannot count the people on it`;
	}
	let own = messagesSent(run);
	for (const [item, due] of byItem(parts)) own += operation.messages(rows[item] as Row, due);
	const before = messagesBefore(run);
	if (before + own <= most) {
		noteMessages(run, own);
		return undefined;
	}
	const inAll = before > 0 ? `, with the ${shown(before)} of earlier ${earlier(run)}` : '';
	return `${label} is ${most}, and this run has ${before + own}${inAll}`;
}

function earlier({ withoutExecution, isTool }: Run): string {
	if (withoutExecution) return 'calls in the last hour';
	return isTool ? 'calls' : 'rounds';
}

/** In a tool only a stored value counts, because a model could fill in an expression. */
function mostMessages({ isTool, node, safeguards }: Run): number {
	if (!isTool) return safeguards.limits.mostMessages ?? Infinity;
	const { options } = node.parameters as {
		options?: { limits?: { mostMessages?: { figure?: unknown } } };
	};
	const figure = options?.limits?.mostMessages?.figure;
	return typeof figure === 'number' ? figure : MOST_OF_A_TOOL;
}

/** How many messages an item has sent, or may have. */
export function messagesOf({ operation }: Run, row: Row): number {
	if (row.earlier) return row.earlier.messages;
	const sent = row.parts.filter(mayHaveSent);
	return sent.length === 0 ? 0 : operation.messages(row, sent);
}

const messagesSent = (run: Run): number =>
	run.rows.reduce((sum, row) => sum + messagesOf(run, row), 0);

const byItem = <P extends Part>(parts: readonly P[]) =>
	groupBy(parts, ({ itemIndex }) => itemIndex);

/** What this node sent in the execution, which may run it several times: in a loop, or in a model's calls. */
const sentCounts = ({ context }: Run, what: 'messages' | 'rehearsed') =>
	(inExecution(context, 'sentCounts')[what] ??= {}) as Record<string, number>;

/** The messages of earlier runs in this execution, or of a model's earlier calls. */
function messagesBefore(run: Run): number {
	const own = ownName(run);
	const all: Array<[string, number]> = run.withoutExecution
		? [...callsOfHour(run)].map(([call, { messages }]) => [call, messages])
		: Object.entries(sentCounts(run, 'messages'));
	return all.reduce((sum, [pass, messages]) => (pass === own ? sum : sum + messages), 0);
}

/** Records how many messages this run or call sends, has sent, or may have sent. */
function noteMessages(run: Run, messages: number): void {
	const own = ownName(run);
	if (run.withoutExecution) callsOfHour(run).set(own, { at: Date.now(), messages });
	else sentCounts(run, 'messages')[own] = messages;
}

/** Calls of an AI Agent of version 2 may share a run index. */
function ownName({ withoutExecution, runId, call, context }: Run): string {
	if (withoutExecution) return runId;
	return call ? (call.approval ?? call.id) : String(runOf(context));
}

type Calls = Map<string, { at: number; messages: number }>;

/** Without an execution, n8n stores nothing between calls, so we count in memory. */
const CALLS = new Bounded<Calls>(MOST.calls);

function callsOfHour({ account }: Run): Calls {
	const name = JSON.stringify([account?.baseUrl, account?.username]);
	const calls: Calls = CALLS.get(name) ?? new Map<string, { at: number; messages: number }>();
	CALLS.set(name, calls);
	for (const [call, { at }] of calls) if (at <= Date.now() - HOUR) calls.delete(call);
	return calls;
}

/** Texts by node, hour and, for the limit of each person, number: in this process, since it started. */
const COUNTS = new Bounded<number>(MOST.hours);

const REACHED = {
	mostToEachInHour: 'this person gets as many',
	mostInHour: 'as many go out',
} as const;

/** What texts count under for the limits of an hour, from before their requests, because executions may run side by side. */
type Counted = Map<ItemText, string[]>;

const hourlyLimitsOf = ({ safeguards }: Run) =>
	(['mostToEachInHour', 'mostInHour'] as const).flatMap((limit) => {
		const most = safeguards.limits[limit];
		return most === undefined ? [] : [{ limit, most }];
	});

/** Limits how many texts go out in an hour, in all executions together. A text beyond a limit is skipped. */
function withinHourlyLimits<P extends Part>(run: Run, parts: P[], counted: Counted): P[] {
	const { rows, context, node, account } = run;
	const limits = hourlyLimitsOf(run);
	if (limits.length === 0) return parts;
	const now = Date.now();
	const whose = [context.getWorkflow().id, node.id, account?.baseUrl, account?.username];
	return parts.filter((text) => {
		if (!isText(text)) return true;
		const { within } = rows[text.itemIndex]?.item?.sending ?? {};
		// The hour in which a text goes out, so that no more than the limit come when the sending hours begin.
		const { at = now } = momentOf(text.settings, within, now);
		const hour = Math.floor(at / HOUR);
		const counts = limits.map(({ limit, most }) => {
			const person = limit === 'mostToEachInHour' ? nameOf(text.to) : '';
			const name = JSON.stringify([...whose, hour, person]);
			return { limit, most, name, count: COUNTS.get(name) ?? 0 };
		});
		const reached = counts.find(({ count, most }) => count >= most);
		if (reached) {
			const { limit, most } = reached;
			const from = formatInstant(hour * HOUR)
				.slice(0, 16)
				.replace('T', ' ');
			const reason = `${limitLabel(limit)} is ${most}, and ${REACHED[limit]} in the hour from ${from}`;
			text.fate = { kind: 'skipped', why: 'limited', reason };
			return false;
		}
		for (const { name, count } of counts) COUNTS.set(name, count + 1);
		counted.set(
			text,
			counts.map(({ name }) => name),
		);
		return true;
	});
}
