import type { IDataObject } from 'n8n-workflow';

import type { GatewayTree } from '../../../gateway/tree';
import type { CommonSettings } from '../fields/commonOptions';
import { commonSettings } from '../fields/commonOptions';
import { idempotencyKeyOf } from '../fields/idempotencyKey';
import { limitsOf } from '../fields/limits';
import type { Limits } from '../fields/limits';
import type { BatchOperation, ItemOperation, Operation } from '../operation';
import type { Parameters } from '../parameters';

/** The part that one input item has in a request. */
export interface Member {
	itemIndex: number;
	entry: unknown;
	/** Chosen by the user: nothing is sent twice under the same key. */
	idempotencyKey: string | undefined;
	/** The keys of items that are left out as duplicates of this one. */
	keysOfDuplicates?: string[];
	/** The numbers of this item that are left out. */
	duplicates?: Duplicate[];
}

/** A number that is left out, because `first` sends the same text to it. */
export interface Duplicate {
	phone: string;
	first: Member;
}

/** An entry of an input item, with the settings of its request. */
export interface PreparedEntry {
	parameters: Parameters;
	member: Member;
	common: CommonSettings;
	settings: unknown;
	/** Only for sends. */
	limits?: Limits;
}

/** The input items of a run, checked but not yet gathered into batches. */
export interface Prepared {
	operation: BatchOperation;
	entries: PreparedEntry[];
	/** The errors of the invalid items, by item index. */
	refused: Map<number, Error>;
	/** The output of valid items that must not be sent now, by item index. */
	heldBack: Map<number, IDataObject>;
}

/** Reads and checks every item, before any request is made. */
export function prepareItems(operation: Operation, items: Parameters[]): Prepared {
	const prepared: Prepared = {
		operation: 'entries' in operation ? operation : oneByOne(operation),
		entries: [],
		refused: new Map(),
		heldBack: new Map(),
	};
	for (const parameters of items) {
		try {
			const own = entriesOf(prepared.operation, parameters);
			const held = operation.heldBack?.(parameters);
			if (held) prepared.heldBack.set(parameters.itemIndex, held);
			else for (const entry of own) prepared.entries.push(entry);
		} catch (error) {
			prepared.refused.set(parameters.itemIndex, error as Error);
		}
	}
	return prepared;
}

/** Spreads the entries of a run over its steps, once no more of them are left out. */
export function scheduleSteps({ operation, entries }: Prepared): void {
	const { inStep } = operation;
	if (!inStep) return;
	entries.forEach((entry, position) => {
		entry.settings = inStep(entry.settings, entry.parameters, position, entries.length);
	});
}

function entriesOf(operation: BatchOperation, parameters: Parameters): PreparedEntry[] {
	const { itemIndex } = parameters;
	const common = commonSettings(parameters);
	const idempotencyKey = idempotencyKeyOf(parameters);
	const limits = operation.goesOut && limitsOf(parameters);
	return operation.entries(parameters).map((entry) => ({
		parameters,
		member: { itemIndex, entry, idempotencyKey },
		common,
		settings: operation.settings?.(parameters, entry),
		limits,
	}));
}

interface OneEntry {
	root: string;
	body: GatewayTree;
	parameters: Parameters;
}

/** A request for each item is a batch of one. */
function oneByOne(operation: ItemOperation): BatchOperation<OneEntry> {
	const { root, body, output, externalIds, secrets, goesOut, withPhones } = operation;
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
		goesOut: goesOut && ((entry) => goesOut(entry.body)),
		withPhones: withPhones && ((entry, phones) => narrowed(entry, withPhones(entry.body, phones))),
		entryExternalIds: externalIds && ((entry) => externalIds(entry.body)),
		batchSecrets:
			secrets &&
			((entries, reply) =>
				entries.flatMap((entry) => secrets(entry.body, reply, entry.parameters))),
	};
}

const narrowed = (entry: OneEntry, body: GatewayTree | undefined): OneEntry | undefined =>
	body && { ...entry, body };
