import type { INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { GatewayReply } from '../../../gateway/replies/answer';
import { tieRowErrors } from '../../../gateway/replies/records';
import { batchRoot, externalIdsIn, sendBody, sendRoot } from '../../../gateway/texts/messages';
import type { Message, SendSettings } from '../../../gateway/texts/messages';
import { toGatewayDate } from '../../../gateway/values/dates';
import { MAX_BULK_MESSAGES } from '../../../gateway/values/limits';
import { groupBy } from '../../../gateway/values/lists';
import type { ReplyValue } from '../../../gateway/values/tree';
import { maskValue } from '../../../gateway/wire/credential';
import { failureIn } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import type { Skip } from '../../output/sentence';
import { goesOutAt, momentOf } from '../../texts/sendingHours';
import { callOf, listKey, messageOf, nameOf, textsOf, wordsOf } from '../../texts/text';
import type { Texts } from '../../texts/text';
import type { Exchange, Operation, Send } from '../operation';
import { outcomeJson } from '../output/output';
import { gather, Batch } from '../run/batch';
import type { Share } from '../run/batch';
import { withoutUsedKeys } from '../run/keys';
import { underLimits } from '../run/limits';
import { makeRequests } from '../run/makeRequests';
import type { Item, ItemText, Part, Run, Runnable } from '../run/run';
import { fail, isText } from '../run/run';
import { eachOnce, repeatsIn } from './duplicates';

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
		// A message with a contact list gets its own request: a refusal of the list must not concern others.
		weight: ({ to }) => (to.lists.length > 0 ? MAX_BULK_MESSAGES : 1),
		apart: ({ source }) => source,
	};
	return {
		...operation,
		read({ itemIndex }, parameters, onBehalfOf) {
			const sending = own.read(parameters);
			const { message, settings } = sending;
			return { sending, parts: textsOf(itemIndex, message, settings, onBehalfOf) };
		},
		carryOut: async (run) => await carryOut(run, exchange),
		output(run, row) {
			const { itemIndex, item, parts } = row;
			const [pieces = unsentPieces(run, exchange, parts.filter(isText))] = parts.flatMap(
				({ fate }) => (fate?.kind === 'accepted' ? [fate.pieces] : []),
			);
			if (!item?.common.simplify) return pieces;
			const pairedItem = { item: itemIndex };
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
async function carryOut(run: Run, exchange: SendExchange): Promise<void> {
	const open = withoutMixedLists(run, openTexts(run));
	const unused = run.hasKeys
		? await withoutUsedKeys(run, open, (own) =>
				run.hasLimits ? own : [...repeatsIn(run, own)].flat(),
			)
		: open;
	const hasHours = run.rows.some(({ item }) => item?.sending?.within);
	// Only texts with the same sender, account and options share a request: a refusal then concerns no others.
	const make = async (texts: ItemText[]) =>
		await makeRequests(run, gather(run, sharesOf(run, texts), exchange), {
			due: hasHours ? withinHours : undefined,
			accept,
			skipFor,
		});
	await eachOnce(run, unused, async (texts) => {
		const due = hasHours ? withoutHeldBack(run, texts) : texts;
		await (run.hasLimits ? underLimits(run, due, make) : make(due));
	});
}

const WHAT_TO_DO =
	'Nothing was sent to the list. Everybody on it would get all of these texts, so use one text without expressions, or send to the list in a node before the items.';

/**
 * Refuses items that would send different texts to the same contact list: a text that differs per item is meant for one person.
 */
function withoutMixedLists(run: Run, texts: ItemText[]): ItemText[] {
	const toLists = texts.filter(({ to }) => 'list' in to);
	if (toLists.length < 2) return texts;
	const refused = new Set<number>();
	const keyOf = (text: ItemText) => listKey(nameOf(text.to), text);
	for (const own of groupBy(toLists, keyOf).values()) {
		const words = wordsOf(own[0].message);
		const other = own.find(({ message }) => wordsOf(message) !== words);
		if (!other) continue;
		const message = `'Message' of item ${other.itemIndex} is not that of item ${own[0].itemIndex}, and both go to contact list ${nameOf(own[0].to)}`;
		for (const { itemIndex } of own) {
			if (refused.has(itemIndex)) continue;
			refused.add(itemIndex);
			const error = new NodeOperationError(run.node, message, {
				itemIndex,
				description: WHAT_TO_DO,
			});
			fail(run, run.rows[itemIndex]?.parts ?? [], error);
		}
	}
	return texts.filter(({ itemIndex }) => !refused.has(itemIndex));
}

/** The texts that no earlier try carried out. */
const openTexts = ({ rows }: Run): ItemText[] =>
	rows.flatMap(({ item, parts }) =>
		item ? (parts as ItemText[]).filter(({ fate }) => !fate) : [],
	);

/** Leaves out the texts that must wait until the sending hours begin. */
function withoutHeldBack({ rows }: Run, texts: ItemText[]): ItemText[] {
	const now = Date.now();
	return texts.filter((text) => {
		const within = rows[text.itemIndex]?.item?.sending?.within;
		const opensAt = within && momentOf(text.settings, within, now).heldUntil;
		if (opensAt !== undefined) hold([text], opensAt);
		return opensAt === undefined;
	});
}

function hold(parts: readonly Part[], opensAt: number): void {
	for (const part of parts) part.fate = { kind: 'skipped', why: 'outsideHours', opensAt };
}

/**
 * Checks the sending hours right before each request, because they may end during a run. Holds back or reschedules what would
 * go out after them. The texts themselves stay unchanged, because duplicates are compared with them.
 */
function withinHours(request: SendBatch): SendBatch[] {
	const { settings, shares } = request;
	const now = Date.now();
	const planned = goesOutAt(settings, now);
	const due = shares.flatMap((share) => {
		const { at, heldUntil } = momentOf(settings, share.item.sending?.within, now);
		if (heldUntil === undefined) return { share, moved: at === planned ? undefined : at };
		hold(share.parts, heldUntil);
		return [];
	});
	return [...groupBy(due, ({ moved }) => moved)].map(([moved, own]) => {
		const left = own.map(({ share }) => share);
		if (moved === undefined) return request.only(left);
		const { campaign_name = request.run.runId } = settings;
		const later = { ...settings, campaign_name, timing: toGatewayDate(moved) };
		return request.of(left.map((share) => ({ ...share, settings: later })));
	});
}

/** One share per item. */
function sharesOf({ rows }: Run, texts: readonly ItemText[]): Array<Share<Message, SendSettings>> {
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
 * were not accepted. Returns what names no number.
 */
function tieErrors(request: SendBatch, { tree, secrets }: GatewayReply): string[] {
	const texts = request.parts.filter(isText);
	const { reasons, notes } = tieRowErrors(
		maskValue(tree.errors, secrets) as ReplyValue,
		texts.map(({ to }) => to),
	);
	for (const [n, text] of texts.entries()) {
		const reason = reasons[n];
		if (reason !== undefined) text.fate = { kind: 'skipped', why: 'rejected', reason };
	}
	return notes;
}

function accept(request: SendBatch, reply: GatewayReply): void {
	const { timing } = request.settings;
	const at = timing === undefined ? undefined : goesOutAt(request.settings, Date.now());
	const notes = reply.tree.errors === undefined ? [] : tieErrors(request, reply);
	request.accept(reply, at, timing !== undefined, notes);
}

/** Why a refused send counts as skipped, because it could reach nobody; undefined for a real refusal. */
function skipFor({ settings, entries }: SendBatch, error: NodeError): Skip | undefined {
	// A person who waits for a code must learn that none comes, so this stays an error.
	if (entries[0].code) return undefined;
	const { says } = failureIn(error);
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
