import type { IExecuteFunctions } from 'n8n-workflow';

import { notSent } from '../../shared/nodeError';
import { FirstOfEach } from '../fields/outgoing';
import type { Parameters } from '../parameters';
import type { Ledger } from './ledger';
import type { Member, Prepared, PreparedEntry, Repeat } from './prepare';
import { prepareItems } from './prepare';

/** The items that are left out as a whole, with the numbers that another item sends the same text to. */
export type Repeats = Map<Member, Repeat[]>;

/**
 * Takes out of what is prepared that which would bring the same text to the same number once more. Items of which nothing is left are
 * returned; their keys are used up with the item that is sent.
 *
 * @param done items that an earlier try of the run has sent
 */
export async function leaveOutRepeats(
	prepared: Prepared,
	done: Parameters[],
	ledger: Ledger,
): Promise<Repeats> {
	const { goesOut, withPhones } = prepared.operation;
	if (!goesOut || !withPhones) return new Map();
	const before = done.length === 0 ? [] : prepareItems(prepared.operation, done).entries;
	const found = await findRepeats(prepared, before, ledger);
	const whole: Repeats = new Map();
	if (found.size === 0) return whole;
	for (const [{ member, settings }, repeats] of found) {
		const { phones, contactLists } = goesOut(member.entry, settings);
		const [{ first } = {}] = repeats;
		if (!first || repeats.length < phones.length || contactLists.length > 0) continue;
		whole.set(member, repeats);
		if (member.idempotencyKey !== undefined) {
			(first.keysOfRepeats ??= []).push(member.idempotencyKey);
		}
	}
	prepared.entries = prepared.entries.flatMap((planned) => {
		const repeats = found.get(planned);
		if (!repeats) return [planned];
		const { member, settings } = planned;
		if (whole.has(member)) return [];
		const left = new Set(repeats.map(({ phone }) => phone));
		const phones = goesOut(member.entry, settings).phones.filter(({ _ }) => !left.has(_));
		const entry = withPhones(member.entry, phones);
		return [entry === undefined ? planned : { ...planned, member: { ...member, entry, repeats } }];
	});
	return whole;
}

type Found = Map<PreparedEntry, Repeat[]>;

/** An item that its key keeps from being sent is no reason to leave another one out. */
async function findRepeats(
	prepared: Prepared,
	before: PreparedEntry[],
	ledger: Ledger,
): Promise<Found> {
	const found = repeatsIn(prepared, before, new Set());
	const involved = [...found].flatMap(([{ member }, repeats]) => [
		member,
		...repeats.map(({ first }) => first),
	]);
	const used = await ledger.usedKeys(involved);
	return used.size === 0 ? found : repeatsIn(prepared, before, used);
}

function repeatsIn(
	{ operation, entries }: Prepared,
	before: PreparedEntry[],
	used: Set<string>,
): Found {
	const found: Found = new Map();
	const sentBefore = new FirstOfEach<Member>();
	function repeats({ member, common, settings }: PreparedEntry): Repeat[] {
		const sent = common.oncePerNumber && operation.goesOut?.(member.entry, settings);
		if (!sent) return [];
		return sent.phones.flatMap(({ _: phone }) => {
			const first = sentBefore.before(sent, phone, member);
			// Items with one key go out once because of it.
			return first && !shareKey(first, member) ? [{ phone, first }] : [];
		});
	}
	before.forEach(repeats);
	for (const planned of entries) {
		if (used.has(planned.member.idempotencyKey ?? '')) continue;
		const own = repeats(planned);
		if (own.length > 0) found.set(planned, own);
	}
	return found;
}

const shareKey = ({ idempotencyKey }: Member, other: Member): boolean =>
	idempotencyKey !== undefined && idempotencyKey === other.idempotencyKey;

/** What comes out for numbers that are left out. */
export const repeatsOutput = (repeats: Repeat[]) => ({
	duplicates: repeats.map(({ phone, first }) => ({ phone, duplicateOf: first.itemIndex })),
});

/** Notes what became of the items that were left out, once it is known what became of those they repeat. */
export function noteRepeats(context: IExecuteFunctions, left: Repeats, ledger: Ledger): void {
	if (left.size === 0) return;
	const [items, verb] = left.size === 1 ? ['One item', 'was'] : [`${left.size} items`, 'were'];
	context.addExecutionHints({
		message: `${items} with the same text for the same number as another item ${verb} not sent. To send them all, switch 'One Message per Number' off.`,
		type: 'info',
		location: 'outputPane',
	});
	for (const [{ itemIndex }, repeats] of left) {
		const first = repeats.find(({ first: { itemIndex: item } }) => !ledger.isRefused(item))?.first;
		if (first) {
			ledger.acceptItem(itemIndex, { duplicateOf: first.itemIndex, ...repeatsOutput(repeats) });
		} else {
			ledger.fail(itemIndex, refusedWith(context, itemIndex, repeats[0]?.first.itemIndex));
		}
	}
}

const refusedWith = (context: IExecuteFunctions, itemIndex: number, first: number | undefined) =>
	notSent(
		context.getNode(),
		`Not sent, because item ${first}, with the same text for the same number, was refused [item ${itemIndex}]`,
		{ itemIndex, description: `See what is wrong with item ${first}, and run both again.` },
	);
