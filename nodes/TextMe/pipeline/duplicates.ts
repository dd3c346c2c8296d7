import type { IExecuteFunctions } from 'n8n-workflow';

import { notSent } from '../../shared/nodeError';
import { FirstOfEach } from '../fields/outgoing';
import type { Parameters } from '../parameters';
import type { Ledger } from './ledger';
import type { Duplicate, Member, Prepared, PreparedEntry } from './prepare';
import { prepareItems } from './prepare';

/** The items that are not sent, because other items send the same text to all of their numbers; with these numbers. */
export type LeftOut = Map<Member, Duplicate[]>;

/**
 * Leaves out each number that another item of the run sends the same text to. Returns the items that have no number left;
 * their keys are used up together with those of the items that are sent.
 *
 * @param done items that an earlier try of the run has sent
 */
export async function leaveOutDuplicates(
	prepared: Prepared,
	done: Parameters[],
	ledger: Ledger,
): Promise<LeftOut> {
	const { goesOut, withPhones } = prepared.operation;
	if (!goesOut || !withPhones) return new Map();
	const before = done.length === 0 ? [] : prepareItems(prepared.operation, done).entries;
	const found = await findDuplicates(prepared, before, ledger);
	const leftOut: LeftOut = new Map();
	if (found.size === 0) return leftOut;
	for (const [{ member, settings }, duplicates] of found) {
		const { phones, contactLists } = goesOut(member.entry, settings);
		if (duplicates.length < phones.length || contactLists.length > 0) continue;
		leftOut.set(member, duplicates);
		if (member.idempotencyKey === undefined) continue;
		for (const first of new Set(duplicates.map((duplicate) => duplicate.first))) {
			(first.keysOfDuplicates ??= []).push(member.idempotencyKey);
		}
	}
	prepared.entries = prepared.entries.flatMap((planned) => {
		const duplicates = found.get(planned);
		if (!duplicates) return [planned];
		const { member, settings } = planned;
		if (leftOut.has(member)) return [];
		const omitted = new Set(duplicates.map(({ phone }) => phone));
		const phones = goesOut(member.entry, settings).phones.filter(({ _ }) => !omitted.has(_));
		const entry = withPhones(member.entry, phones);
		return [
			entry === undefined ? planned : { ...planned, member: { ...member, entry, duplicates } },
		];
	});
	return leftOut;
}

type Found = Map<PreparedEntry, Duplicate[]>;

/** An item whose key is used is not sent, so no other item is a duplicate of it. */
async function findDuplicates(
	prepared: Prepared,
	before: PreparedEntry[],
	ledger: Ledger,
): Promise<Found> {
	const found = duplicatesIn(prepared, before, new Set());
	const involved = [...found].flatMap(([{ member }, duplicates]) => [
		member,
		...duplicates.map(({ first }) => first),
	]);
	const used = await ledger.usedKeys(involved);
	return used.size === 0 ? found : duplicatesIn(prepared, before, used);
}

function duplicatesIn(
	{ operation, entries }: Prepared,
	before: PreparedEntry[],
	used: Set<string>,
): Found {
	const found: Found = new Map();
	const sentBefore = new FirstOfEach<Member>();
	function duplicatesOf({ member, common, settings }: PreparedEntry): Duplicate[] {
		const sent = common.oncePerNumber && operation.goesOut?.(member.entry, settings);
		if (!sent) return [];
		return sent.phones.flatMap(({ _: phone }) => {
			const first = sentBefore.before(sent, phone, member);
			// Their shared key already keeps items with one key from going out twice.
			return first && !shareKey(first, member) ? [{ phone, first }] : [];
		});
	}
	before.forEach(duplicatesOf);
	for (const planned of entries) {
		if (used.has(planned.member.idempotencyKey ?? '')) continue;
		const own = duplicatesOf(planned);
		if (own.length > 0) found.set(planned, own);
	}
	return found;
}

const shareKey = ({ idempotencyKey }: Member, other: Member): boolean =>
	idempotencyKey !== undefined && idempotencyKey === other.idempotencyKey;

/** The output fields about numbers that were left out. */
export const duplicatesOutput = (duplicates: Duplicate[]) => ({
	duplicates: duplicates.map(({ phone, first }) => ({ phone, duplicateOf: first.itemIndex })),
});

/** Notes the outcome of the items that were left out, once the outcome of the items they duplicate is known. */
export function noteDuplicates(context: IExecuteFunctions, leftOut: LeftOut, ledger: Ledger): void {
	if (leftOut.size === 0) return;
	const [items, verb] =
		leftOut.size === 1 ? ['One item', 'was'] : [`${leftOut.size} items`, 'were'];
	context.addExecutionHints({
		message: `${items} with the same text for the same number as another item ${verb} not sent. To send them all, switch 'One Message per Number' off.`,
		type: 'info',
		location: 'outputPane',
	});
	for (const [{ itemIndex }, duplicates] of leftOut) {
		const first = duplicates.find(
			({ first: { itemIndex: item } }) => !ledger.isRefused(item),
		)?.first;
		if (first) {
			ledger.acceptItem(itemIndex, {
				duplicateOf: first.itemIndex,
				...duplicatesOutput(duplicates),
			});
		} else {
			ledger.fail(itemIndex, refusedWith(context, itemIndex, duplicates[0]?.first.itemIndex));
		}
	}
}

const refusedWith = (context: IExecuteFunctions, itemIndex: number, first: number | undefined) =>
	notSent(
		context.getNode(),
		`Not sent, because item ${first}, with the same text for the same number, was refused [item ${itemIndex}]`,
		{ itemIndex, description: `See what is wrong with item ${first}, and run both again.` },
	);
