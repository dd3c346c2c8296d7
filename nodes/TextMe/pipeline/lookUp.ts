import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import { formatInstant } from '../../../gateway/dates';
import type { RecipientState } from '../../../gateway/deliveryOutcome';
import { recipientState } from '../../../gateway/deliveryOutcome';
import { groupBy } from '../../../gateway/lists';
import { ACCEPTED } from '../../sending/fate';
import { readReports } from '../../sending/readReports';
import { howToFindOut } from '../../shared/gatewayError';
import type { NodeError } from '../../shared/nodeError';
import { personFirst } from '../../shared/replies';
import type { Item } from './item';
import type { Journal } from './journal';
import type { Run } from './run';

/**
 * Looks up what an earlier try left unknown: whoever has a delivery report was texted. For the others the error says when the
 * first try was, and how to send again. Returns the items to send again, where the user has chosen that, and no idempotency
 * key forbids it. A question keeps its error: even if it arrived, its answers led to a try that has ended.
 */
export async function lookUpDoubts(run: Run, journal: Journal): Promise<number[]> {
	if (run.operation.waiting) return [];
	const doubts = run.fates
		.failures()
		.flatMap(([itemIndex, { kind }]) => (kind === 'unknown' ? (run.items[itemIndex] ?? []) : []));
	const again: number[] = [];
	for (const [, items] of groupBy(doubts, ({ common }) => common.onBehalfOf)) {
		const states = await statesOf(run, items);
		const used = await run.keys.usedBefore(items.filter(({ care }) => care?.sendsAgain));
		for (const item of items) {
			const own = states.get(item.itemIndex) ?? [];
			if (own.some(({ status }) => status !== undefined)) noteTexted(run, item, own);
			else if (item.care?.sendsAgain && !used.has(item.key ?? '')) again.push(item.itemIndex);
			else noteStillUnknown(run, item);
		}
	}
	for (const itemIndex of again) run.fates.forget(itemIndex);
	journal.forget(doubts.map(({ itemIndex }) => itemIndex));
	return again;
}

/** The delivery states of the texts of items, by item. Without any where the reports cannot be read. */
async function statesOf(
	run: Run,
	items: [Item, ...Item[]],
): Promise<Map<number, RecipientState[]>> {
	const texts = items.flatMap(({ itemIndex }) => textsOf(run, itemIndex));
	const ids = texts.map(({ externalId }) => externalId);
	if (ids.length === 0) return new Map();
	try {
		const reports = await readReports(run.context, ids, run.began, items[0].common);
		return new Map(
			[...groupBy(texts, ({ itemIndex }) => itemIndex)].map(([itemIndex, own]) => [
				itemIndex,
				own.map((one) => recipientState(one, undefined, reports.get(one.externalId) ?? [])),
			]),
		);
	} catch {
		return new Map();
	}
}

/** The texts of an item that have an external ID: that of the first try, since an expression may give the retry another. */
const textsOf = ({ fates }: Run, itemIndex: number) =>
	fates.ofItem(itemIndex).flatMap(({ fate, texts }) => {
		const people = texts.flatMap(({ to }) => ('phone' in to ? to : []));
		const kept = 'error' in fate ? fate.externalIds : undefined;
		return people.flatMap(({ phone, externalId: own }, n) => {
			const externalId = kept?.length === people.length ? kept[n] : own;
			return externalId === undefined ? [] : { itemIndex, phone, externalId };
		});
	});

function noteTexted({ fates }: Run, { itemIndex }: Item, states: RecipientState[]): void {
	const texts = fates.textsOf(itemIndex);
	const recipients = states.map((state) => ({ ...state })) as unknown as IDataObject[];
	const json = personFirst({ accepted: true, recipients, warning: LOOKED_UP });
	fates.forget(itemIndex);
	fates.note(itemIndex, ACCEPTED, texts, [{ json, pairedItem: { item: itemIndex } }]);
}

const LOOKED_UP =
	'The answer to the send was lost. A delivery report says that it was accepted, so this try did not send it again.';

function noteStillUnknown(run: Run, { itemIndex, key }: Item): void {
	const { node, fates, began } = run;
	const externalIds = fates.failureOf(itemIndex)?.externalIds ?? [];
	const isBatch = run.operation.limit !== undefined;
	const otherKey = key === undefined ? '' : " and another 'Idempotency Key'";
	const how = isBatch
		? ` To send it again all the same, set 'After an Unknown Outcome' to 'Send Again on Retry'${otherKey}, and retry.`
		: '';
	const error: NodeError = new NodeOperationError(
		node,
		`The first try, at ${formatInstant(began)}, got no clear answer; it is not known whether the request was carried out, and a retry does not send it again [item ${itemIndex}]`,
		{
			itemIndex,
			description: `No delivery report of it was found. Retry later to look again.${how} ${howToFindOut(externalIds)}`,
		},
	);
	Object.assign(error.context, { outcome: 'unknown', retryable: false, externalIds });
	const texts = fates.textsOf(itemIndex);
	fates.forget(itemIndex);
	fates.note(itemIndex, { kind: 'unknown', error, externalIds }, texts);
}
