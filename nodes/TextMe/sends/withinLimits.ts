import { measureMessage } from '../../../gateway/texts/messageLength';
import { groupBy, shown } from '../../../gateway/values/lists';
import { callOf, wordsOf } from '../../texts/text';
import { notSent } from '../../output/nodeError';
import { limitLabel, MOST_OF_A_TOOL } from '../options/runLimits';
import type { Part } from '../run/fate';
import { mayHaveSent } from '../run/fate';
import { isText } from '../run/row';
import type { Row } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';
import { messagesBefore, noteMessages } from './sentCounts';

/** Whether the messages of a run count for a limit. */
export const isCounted = (run: Run): boolean => isLimited(run) && mostMessages(run) < Infinity;

const isLimited = ({ operation, rehearsal }: Run): boolean =>
	operation.effect === 'send' && rehearsal === undefined;

/** All parts of a run, or none if a limit is exceeded. Counts the returned parts as sent. */
export function withinLimits<P extends Part>(run: Run, parts: P[]): P[] {
	if (!isLimited(run) || parts.length === 0) return parts;
	const reason = tooLong(run, parts) ?? uncountable(run, parts) ?? tooMany(run, parts);
	if (reason === undefined) return parts;
	fail(run, parts, notSent(run.node, reason, { description: wayOn(run) }));
	return [];
}

/** Records what was sent, for the limits of later runs in the same execution. What an earlier try sent is already recorded. */
export function noteSent(run: Run): void {
	if (isCounted(run) && run.rows.some(({ earlier }) => !earlier))
		noteMessages(run, messagesSent(run));
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

/** In a tool, a contact list, which a person chose, counts as one message. */
function uncountable(run: Run, parts: readonly Part[]): string | undefined {
	if (run.isTool || mostMessages(run) === Infinity) return undefined;
	const listed = parts.find((part) => isText(part) && 'list' in part.to);
	return (
		listed &&
		`${limitLabel('mostMessages')} cannot be checked, because item ${listed.itemIndex} goes to a contact list, and the node cannot count the people on it`
	);
}

function tooMany(run: Run, parts: readonly Part[]): string | undefined {
	const most = mostMessages(run);
	if (most === Infinity) return undefined;
	const own = messagesDue(run, parts) + messagesSent(run);
	const before = messagesBefore(run);
	if (before + own <= most) {
		noteMessages(run, own);
		return undefined;
	}
	const inAll = before > 0 ? `, with the ${shown(before)} of earlier ${earlier(run)}` : '';
	return `${limitLabel('mostMessages')} is ${most}, and this run has ${before + own}${inAll}`;
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

const total = (figures: Iterable<number>): number =>
	[...figures].reduce((sum, figure) => sum + figure, 0);

/** How many messages an item has sent, or may have. */
export function messagesOf({ operation }: Run, row: Row): number {
	if (row.earlier) return row.earlier.messages;
	const sent = row.parts.filter(mayHaveSent);
	return sent.length === 0 ? 0 : operation.messages(row, sent);
}

/** The messages that are about to go out. */
const messagesDue = ({ operation, rows }: Run, parts: readonly Part[]): number =>
	total([...byItem(parts)].map(([item, own]) => operation.messages(rows[item] as Row, own)));

const messagesSent = (run: Run): number => total(run.rows.map((row) => messagesOf(run, row)));

const byItem = <P extends Part>(parts: readonly P[]) =>
	groupBy(parts, ({ itemIndex }) => itemIndex);
