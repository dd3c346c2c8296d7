import { checkRequest } from '../../../gateway/encode';
import type { GatewayTree } from '../../../gateway/tree';
import type { CommonSettings } from '../fields/commonOptions';
import { commonSettings } from '../fields/commonOptions';
import { idempotencyKeyOf } from '../fields/idempotencyKey';
import type { BatchOperation, ItemOperation, Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { Member } from './plannedCall';
import { PlannedCall } from './plannedCall';

export interface Plan {
	/** In the order of their first items. */
	calls: PlannedCall[];
	/** What is wrong with items that go into no request, by item index. */
	refused: Map<number, Error>;
}

/** What one entry of an input item asks of a request. */
interface Wish {
	member: Member;
	common: CommonSettings;
	settings: unknown;
}

/**
 * Decides which requests the input items need: what shares everything that a request says once goes together, up to the
 * limit of the operation, in the order of the items. Every item is checked here, before any request is made.
 */
export function plan(operation: Operation, items: Parameters[]): Plan {
	const batch: BatchOperation = 'entries' in operation ? operation : oneByOne(operation);
	const refused = new Map<number, Error>();
	const wishes: Wish[] = [];
	for (const parameters of items) {
		try {
			addWishes(wishes, batch, parameters);
		} catch (error) {
			refused.set(parameters.itemIndex, error as Error);
		}
	}
	const calls = gather(batch, wishes).flatMap((call) => withoutUnsendable(call, items, refused));
	return { calls, refused };
}

function addWishes(wishes: Wish[], batch: BatchOperation, parameters: Parameters): void {
	const { itemIndex } = parameters;
	const common = commonSettings(parameters);
	const idempotencyKey = batch.idempotencyKey?.(parameters) ?? idempotencyKeyOf(parameters);
	const own = batch.entries(parameters).map((entry) => ({
		member: { itemIndex, entry, idempotencyKey },
		common,
		settings: batch.settings?.(parameters, entry),
	}));
	for (const wish of own) wishes.push(wish);
}

/**
 * A call without the items that hold characters or names which cannot be sent. They are found here, while nothing has gone
 * out yet; item by item only when there are any.
 */
function withoutUnsendable(
	call: PlannedCall,
	items: Parameters[],
	refused: Map<number, Error>,
): PlannedCall[] {
	if (!unsendable(call)) return [call];
	const parametersOf = new Map(items.map((parameters) => [parameters.itemIndex, parameters]));
	for (const member of call.members) {
		const reason = unsendable(call.only([member]));
		const parameters = parametersOf.get(member.itemIndex);
		if (reason && parameters) {
			refused.set(member.itemIndex, parameters.refusalAbout('The request', reason.message));
		}
	}
	const members = call.members.filter(({ itemIndex }) => !refused.has(itemIndex));
	return members.length === 0 ? [] : [call.only(members)];
}

function unsendable(call: PlannedCall): Error | undefined {
	try {
		checkRequest(call.root, call.body);
		return undefined;
	} catch (error) {
		return error as Error;
	}
}

interface OpenCall {
	members: Member[];
	weight: number;
}

function gather(batch: BatchOperation, wishes: Wish[]): PlannedCall[] {
	const calls: PlannedCall[] = [];
	const open = new Map<string, OpenCall>();
	const homes = new Map<string, OpenCall>();
	let last: Wish | undefined;
	let group = '';
	for (const wish of wishes) {
		const { member, common, settings } = wish;
		const weight = batch.weight?.(member.entry) ?? 1;
		// Without expressions the settings of all items are the very same objects.
		if (last?.common !== common || last.settings !== settings) {
			group = JSON.stringify([common, settings]);
		}
		last = wish;
		const home = batch.together && JSON.stringify([group, batch.together(member.entry)]);
		const latest = open.get(group);
		const fits = latest && latest.weight + weight <= batch.limit;
		let joined = homes.get(home ?? '') ?? (fits ? latest : undefined);
		if (joined) {
			joined.members.push(member);
			joined.weight += weight;
		} else {
			joined = { members: [member], weight };
			open.set(group, joined);
			calls.push(new PlannedCall(batch, common, settings, joined.members));
		}
		if (home !== undefined) homes.set(home, joined);
	}
	return calls;
}

interface OneEntry {
	root: string;
	body: GatewayTree;
	parameters: Parameters;
}

/** A request for each item is a batch of one. */
function oneByOne(operation: ItemOperation): BatchOperation<OneEntry> {
	const { root, body, output, externalIds, secrets } = operation;
	return {
		...operation,
		limit: 1,
		root: typeof root === 'string' ? root : '',
		rootFor: ([entry]) => entry?.root ?? '',
		entries: (parameters) => [
			{
				root: typeof root === 'string' ? root : root(parameters),
				body: body(parameters),
				parameters,
			},
		],
		batchBody: ([entry]) => entry?.body ?? {},
		outputs:
			output &&
			((reply, entries) => entries.map((entry) => output(reply, entry.body, entry.parameters))),
		entryExternalIds: externalIds && ((entry) => externalIds(entry.body)),
		batchSecrets:
			secrets &&
			((entries, reply) =>
				entries.flatMap((entry) => secrets(entry.body, reply, entry.parameters))),
	};
}
