import type { INodeExecutionData } from 'n8n-workflow';

import { rowOf } from '../../../gateway/replies/status';
import { tieRowErrors } from '../../../gateway/replies/records';
import { batchRoot, externalIdsIn, sendBody, sendRoot } from '../../../gateway/texts/messages';
import type { Message, SendSettings } from '../../../gateway/texts/messages';
import { MAX_BULK_MESSAGES } from '../../../gateway/values/limits';
import type { ReplyValue } from '../../../gateway/values/tree';
import { maskValue } from '../../../gateway/wire/credential';
import type { GatewayReply } from '../../../gateway/replies/answer';
import { statusOf } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import type { Skip } from '../../output/sentence';
import { goesOutAt } from '../../texts/sendingHours';
import { callOf, messageOf, textsOf } from '../../texts/text';
import type { Texts } from '../../texts/text';
import type { Exchange, Operation, Send } from '../operation';
import { outcomeJson } from '../output/output';
import { withoutUsedKeys } from '../run/keys';
import type { Counted } from '../run/limits';
import {
	firstOfRehearsal,
	isLimited,
	noteSent,
	withinHourlyLimits,
	withinLimits,
} from '../run/limits';
import { makeRequests } from '../run/makeRequests';
import { gather, Batch } from '../run/batch';
import type { Share } from '../run/batch';
import { isText } from '../run/row';
import type { Item, ItemText } from '../run/row';
import type { Before, Run, Runnable } from '../run/run';
import { repeatsIn, settleDuplicates, withoutMixedLists, withoutSentEarlier } from './duplicates';
import { withinHours, withoutHeldBack } from './hours';

type SendExchange = Exchange<Message, SendSettings>;
type SendBatch = Batch<Message, SendSettings>;

export function runnableSend(operation: Operation, own: Send): Runnable {
	const exchange: SendExchange = {
		...own,
		content(messages, settings) {
			const root = own.limit === undefined ? sendRoot(messages) : batchRoot(messages);
			return { root, body: () => sendBody(messages, settings, root) };
		},
		externalIds: externalIdsIn,
	};
	return {
		...operation,
		read({ itemIndex }, parameters, onBehalfOf) {
			const sending = own.read(parameters);
			const { message, settings } = sending;
			return { sending, parts: textsOf(itemIndex, message, settings, onBehalfOf) };
		},
		carryOut: async (run, before) => await carryOut(run, exchange, before),
		output(run, row) {
			const { itemIndex, item, parts } = row;
			const pairedItem = { item: itemIndex };
			const [pieces = unsentPieces(run, exchange, parts.filter(isText))] = parts.flatMap(
				({ fate }) => (fate?.kind === 'accepted' ? [fate.pieces] : []),
			);
			if (!item?.common.simplify) return pieces;
			return pieces.map(({ json }) => ({
				json: outcomeJson(run, row, undefined, json),
				pairedItem,
			}));
		},
		messages: (_, parts) =>
			parts.filter(isText).reduce((sum, { message }) => sum + messagesIn(message), 0),
	};
}

const messagesIn = (message: Message): number => (callOf(message) === 'beside' ? 2 : 1);

/** The one way to send. Texts go through the stages once, and a stage gives each text that it leaves out a fate. */
async function carryOut(run: Run, exchange: SendExchange, before?: Before): Promise<void> {
	const counted: Counted = new Map();
	try {
		const open = withoutMixedLists(run, openTexts(run));
		const unused = await withoutUsedKeys(run, open, (own) =>
			isLimited(run) ? own : [...repeatsIn(run, own)].flat(),
		);
		const unsent = withoutSentEarlier(run, unused);
		const repeats = repeatsIn(run, unsent);
		const firsts = repeats.size > 0 ? unsent.filter((text) => !repeats.has(text)) : unsent;
		const due = withinHourlyLimits(run, withoutHeldBack(run, firsts), counted);
		const going = firstOfRehearsal(run, withinLimits(run, due));
		await makeRequests(run, textRequests(run, exchange, going), {
			due: withinHours,
			before: before && (async ({ parts }) => await before(parts)),
			accept,
			skipFor,
		});
		if (repeats.size > 0) settleDuplicates(run, repeats);
	} finally {
		noteSent(run, counted);
	}
}

/** The texts that no earlier try carried out. */
const openTexts = ({ rows }: Run): ItemText[] =>
	rows.flatMap(({ item, parts }) =>
		item ? (parts as ItemText[]).filter(({ fate }) => !fate) : [],
	);

/**
 * The requests for texts. Only texts with the same sender, account and options share a request, up to the operation's limit: a
 * refusal then concerns no others.
 */
function textRequests(run: Run, exchange: SendExchange, texts: readonly ItemText[]): SendBatch[] {
	return gather(run, sharesOf(run, texts), exchange, {
		limit: run.operation.limit,
		// A message with a contact list gets its own request: a refusal of the list must not concern others.
		weigh: ({ to }) => (to.lists.length > 0 ? MAX_BULK_MESSAGES : 1),
		groupOf: ({ item, settings, entry }) => JSON.stringify([item.common, settings, entry.source]),
	});
}

/** One share per item. */
export function sharesOf(
	{ rows }: Run,
	texts: readonly ItemText[],
): Array<Share<Message, SendSettings>> {
	const shares: Array<Share<Message, SendSettings>> = [];
	for (let from = 0, to = 0; from < texts.length; from = to) {
		const { itemIndex, settings } = texts[from] as ItemText;
		while (texts[to]?.itemIndex === itemIndex) to++;
		const parts = texts.slice(from, to);
		const item = rows[itemIndex]?.item as Item;
		shares.push({ item, entry: messageOf(parts as unknown as Texts), settings, parts });
	}
	return shares;
}

/**
 * No send is known to return `errors` with status 0, but any operation may (specification, Errors). The numbers that they name
 * were not accepted.
 */
function accept(request: SendBatch, reply: GatewayReply, warning?: string): void {
	const now = Date.now();
	const { timing } = request.settings;
	const at = goesOutAt(request.settings, now);
	const isScheduled = timing !== undefined;
	const errors = maskValue(reply.tree.errors, reply.secrets) as ReplyValue | undefined;
	const texts = errors === undefined ? [] : request.parts.filter(isText);
	const { reasons, notes } = tieRowErrors(
		errors,
		texts.map(({ to }) => to),
	);
	for (const [n, text] of texts.entries()) {
		const reason = reasons[n];
		if (reason !== undefined) text.fate = { kind: 'skipped', why: 'rejected', reason };
	}
	const isAccepted = (share: (typeof request.shares)[0]) => share.parts.some(({ fate }) => !fate);
	const first = Math.max(0, request.shares.findIndex(isAccepted));
	const all = request.pieces(reply, now, first);
	if (notes.length > 0 && all[first]?.[0]) all[first][0].json.notes = notes;
	for (const [n, { parts }] of request.shares.entries()) {
		const pieces = all[n] ?? [];
		for (const part of parts) {
			part.fate ??= { kind: 'accepted', pieces, warning, at, isScheduled };
		}
	}
}

/**
 * Why a refused send counts as skipped, because it could reach nobody; undefined for a real refusal. In a rehearsal every
 * refusal is real: the service speaks about the rehearsal's phone, not about the recipient.
 */
function skipFor({ run, settings, entries }: SendBatch, error: NodeError): Skip | undefined {
	// A person who waits for a code must learn that none comes, so this stays an error.
	if (run.rehearsal !== undefined || entries[0].code) return undefined;
	const says = rowOf(statusOf(error))?.says;
	if (says === 'blocked') return says;
	return says === 'messagedLately' && settings.temp_bl !== undefined ? says : undefined;
}

/** An empty reply, to make the output of texts that are sent to nobody. */
const NOTHING_SENT: GatewayReply = {
	kind: 'reply',
	status: 0,
	message: '',
	tree: { status: '0' },
	text: '{}',
	secrets: [],
};

/** What a send's output says beside its recipients, for texts that are sent to nobody. */
const unsentPieces = (
	run: Run,
	exchange: SendExchange,
	texts: readonly ItemText[],
): INodeExecutionData[] =>
	new Batch(run, sharesOf(run, texts), exchange).pieces(NOTHING_SENT).flat();
