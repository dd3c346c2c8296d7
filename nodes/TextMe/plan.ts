import type { IDataObject } from 'n8n-workflow';

import { encodeRequest } from '../../gateway/encode';
import { maskText, maskValue } from '../../gateway/mask';
import { rawReply } from '../../gateway/rawReply';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { CommonSettings } from './fields/commonOptions';
import { commonSettings } from './fields/commonOptions';
import type { BatchOperation, ItemOperation, Operation } from './operation';
import type { Parameters } from './parameters';
import type { GatewayReply } from './request';

/** One request and the input items it is for. */
export interface PlannedCall {
	root: string;
	common: CommonSettings;
	itemIndexes: number[];
	body(): GatewayTree;
	/** The output of a reply, each piece with the input items it belongs to. */
	output(reply: GatewayReply): Array<{ json: IDataObject; itemIndexes: number[] }>;
	externalIds(itemIndex?: number): string[] | undefined;
	secrets?(reply?: ReplyTree): string[];
}

export interface Plan {
	/** In input order. */
	calls: PlannedCall[];
	/** What is wrong with items that go into no request, by item index. */
	refused: Map<number, Error>;
}

/** Decides which requests the input items need. Every item is checked here, before any request is made. */
export function plan(operation: Operation, items: Parameters[]): Plan {
	return 'entry' in operation ? planBatches(operation, items) : planItems(operation, items);
}

function planItems(operation: ItemOperation, items: Parameters[]): Plan {
	const refused = new Map<number, Error>();
	const calls: PlannedCall[] = [];
	for (const parameters of items) {
		const { itemIndex } = parameters;
		try {
			const root = rootOf(operation, parameters);
			const body = operation.body(parameters);
			checkCharacters(parameters, root, body);
			const common = commonSettings(parameters);
			const itemIndexes = [itemIndex];
			calls.push({
				root,
				common,
				itemIndexes,
				body: () => body,
				output(reply) {
					const special = specialOutput(reply, common, operation.output !== undefined);
					const output = special ?? operation.output?.(reply, body, parameters) ?? [];
					return (Array.isArray(output) ? output : [output]).map((json) => ({ json, itemIndexes }));
				},
				externalIds: () => operation.externalIds?.(body),
				secrets:
					operation.secrets && ((reply) => operation.secrets?.(body, reply, parameters) ?? []),
			});
		} catch (error) {
			refused.set(itemIndex, error as Error);
		}
	}
	return { calls, refused };
}

interface Group {
	root: string;
	common: CommonSettings;
	settings: unknown;
	members: Array<{ itemIndex: number; entry: unknown }>;
	weight: number;
}

function planBatches(operation: BatchOperation, items: Parameters[]): Plan {
	const refused = new Map<number, Error>();
	const groups: Group[] = [];
	const open = new Map<string, Group>();
	for (const parameters of items) {
		const { itemIndex } = parameters;
		try {
			const root = rootOf(operation, parameters);
			const entry = operation.entry(parameters);
			const settings = operation.settings?.(parameters);
			const common = commonSettings(parameters);
			checkCharacters(parameters, root, operation.batchBody([entry], settings));
			const weight = operation.weight?.(entry) ?? 1;
			const key = JSON.stringify([root, common, settings]);
			let group = open.get(key);
			if (!group || group.weight + weight > operation.limit) {
				group = { root, common, settings, members: [], weight: 0 };
				groups.push(group);
				open.set(key, group);
			}
			group.members.push({ itemIndex, entry });
			group.weight += weight;
		} catch (error) {
			refused.set(itemIndex, error as Error);
		}
	}
	return { calls: groups.map((group) => batchCall(operation, group)), refused };
}

function batchCall(
	operation: BatchOperation,
	{ root, common, settings, members }: Group,
): PlannedCall {
	const entries = members.map(({ entry }) => entry);
	const itemIndexes = members.map(({ itemIndex }) => itemIndex);
	const idsOf = (entry: unknown) => operation.entryExternalIds?.(entry) ?? [];
	return {
		root,
		common,
		itemIndexes,
		body: () => operation.batchBody(entries, settings),
		output(reply) {
			const special = specialOutput(reply, common, true);
			if (special && !common.simplify) return [{ json: special, itemIndexes }];
			const outputs = special
				? entries.map(() => special)
				: operation.outputs(reply, entries, settings);
			return members.flatMap(({ itemIndex }, index) => {
				const output = outputs[index] ?? [];
				return (Array.isArray(output) ? output : [output]).map((json) => ({
					json,
					itemIndexes: [itemIndex],
				}));
			});
		},
		externalIds(itemIndex) {
			if (!operation.entryExternalIds) return undefined;
			return members
				.filter((member) => itemIndex === undefined || member.itemIndex === itemIndex)
				.flatMap(({ entry }) => idsOf(entry));
		},
	};
}

/** The output that is the same for every operation: the reply untouched, or the result of a mere check. */
function specialOutput(
	{ text, message, secrets }: GatewayReply,
	{ simplify, validateOnly }: CommonSettings,
	canSimplify: boolean,
): IDataObject | undefined {
	if (canSimplify && simplify) {
		return validateOnly ? { valid: true, validatedOnly: true, message } : undefined;
	}
	const raw = maskValue(rawReply(text), secrets);
	return {
		...(typeof raw === 'object' && raw !== null ? raw : { reply: maskText(text, secrets) }),
		...(validateOnly ? { validatedOnly: true } : {}),
	};
}

const rootOf = ({ root }: Operation, parameters: Parameters) =>
	typeof root === 'string' ? root : root(parameters);

/** Characters and names that cannot be sent are found here, while nothing has gone out yet. */
function checkCharacters(parameters: Parameters, root: string, body: GatewayTree): void {
	parameters.check('The request', () => encodeRequest(root, body, 'json'));
}
