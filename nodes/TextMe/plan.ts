import { checkRequest } from '../../gateway/encode';
import type { GatewayTree } from '../../gateway/tree';
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

interface OpenCall {
	members: Member[];
	weight: number;
}

/**
 * Decides which requests the input items need: items that share what a request says once for all go together, up to the
 * limit of the operation, in their order. Every item is checked here, before any request is made.
 */
export function plan(operation: Operation, items: Parameters[]): Plan {
	const batch: BatchOperation = 'entry' in operation ? operation : oneByOne(operation);
	const calls: PlannedCall[] = [];
	const refused = new Map<number, Error>();
	const open = new Map<string, OpenCall>();
	const homes = new Map<string, OpenCall>();
	for (const parameters of items) {
		const { itemIndex } = parameters;
		try {
			const entry = batch.entry(parameters);
			const common = commonSettings(parameters);
			const settings = batch.settings?.(parameters);
			const idempotencyKey = parameters.option<unknown>('idempotencyKey');
			const member = {
				itemIndex,
				entry,
				idempotencyKey: idempotencyKey === undefined ? undefined : String(idempotencyKey),
			};
			const alone = new PlannedCall(batch, common, settings, [member]);
			// Characters and names that cannot be sent are found here, while nothing has gone out yet.
			parameters.check('The request', () => checkRequest(alone.root, alone.body));

			const weight = batch.weight?.(entry) ?? 1;
			const key = JSON.stringify([common, settings]);
			const home = batch.together && JSON.stringify([key, batch.together(entry)]);
			const last = open.get(key);
			const fits = last && last.weight + weight <= batch.limit;
			let joined = homes.get(home ?? '') ?? (fits ? last : undefined);
			if (joined) {
				joined.members.push(member);
				joined.weight += weight;
			} else {
				joined = { members: alone.members, weight };
				open.set(key, joined);
				calls.push(alone);
			}
			if (home !== undefined) homes.set(home, joined);
		} catch (error) {
			refused.set(itemIndex, error as Error);
		}
	}
	return { calls, refused };
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
		entry: (parameters) => ({
			root: typeof root === 'string' ? root : root(parameters),
			body: body(parameters),
			parameters,
		}),
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
