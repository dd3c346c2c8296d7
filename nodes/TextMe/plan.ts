import { checkRequest } from '../../gateway/encode';
import type { GatewayTree } from '../../gateway/tree';
import type { CommonSettings } from './fields/commonOptions';
import { commonSettings } from './fields/commonOptions';
import type { BatchOperation, ItemOperation, Operation } from './operation';
import type { Parameters } from './parameters';
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
			wishes.push(...wishesOf(batch, parameters));
		} catch (error) {
			refused.set(parameters.itemIndex, error as Error);
		}
	}
	return { calls: gather(batch, wishes), refused };
}

function wishesOf(batch: BatchOperation, parameters: Parameters): Wish[] {
	const { itemIndex } = parameters;
	const common = commonSettings(parameters);
	const key = batch.idempotencyKey?.(parameters) ?? parameters.option<unknown>('idempotencyKey');
	const idempotencyKey = key === undefined || key === '' ? undefined : String(key);
	return batch.entries(parameters).map((entry) => {
		const settings = batch.settings?.(parameters, entry);
		const member = { itemIndex, entry, idempotencyKey };
		const alone = new PlannedCall(batch, common, settings, [member]);
		// Characters and names that cannot be sent are found here, while nothing has gone out yet.
		parameters.check('The request', () => checkRequest(alone.root, alone.body));
		return { member, common, settings };
	});
}

interface OpenCall {
	members: Member[];
	weight: number;
}

function gather(batch: BatchOperation, wishes: Wish[]): PlannedCall[] {
	const calls: PlannedCall[] = [];
	const open = new Map<string, OpenCall>();
	const homes = new Map<string, OpenCall>();
	for (const { member, common, settings } of wishes) {
		const weight = batch.weight?.(member.entry) ?? 1;
		const group = JSON.stringify([common, settings]);
		const home = batch.together && JSON.stringify([group, batch.together(member.entry)]);
		const last = open.get(group);
		const fits = last && last.weight + weight <= batch.limit;
		let joined = homes.get(home ?? '') ?? (fits ? last : undefined);
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
