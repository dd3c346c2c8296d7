import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { findRecords } from '../../../gateway/records';
import type { ReplyTree } from '../../../gateway/tree';
import { callGateway } from '../../shared/request';

/** A drop-down should not keep a person waiting longer than this. */
const TIMEOUT_SECONDS = 20;

/** The records of a read without parameters, for a drop-down; of the sub-account when the node acts for one. */
export const readRecords = async (
	context: ILoadOptionsFunctions,
	root: string,
): Promise<ReplyTree[]> => findRecords(await readTree(context, root));

/** The whole reply of such a read. */
export async function readTree(context: ILoadOptionsFunctions, root: string): Promise<ReplyTree> {
	const { tree } = await callGateway(context, {
		root,
		body: {},
		effect: 'read',
		timeoutSeconds: TIMEOUT_SECONDS,
		onBehalfOf: subAccountOf(context),
	});
	return tree;
}

function subAccountOf(context: ILoadOptionsFunctions): string | undefined {
	const username = context.getCurrentNodeParameter('options.onBehalfOf');
	// Without an input item there is nothing an expression could be worked out from.
	return typeof username === 'string' && !username.startsWith('=') ? username.trim() : undefined;
}

/** The first of these fields that holds text. */
export function firstField(record: ReplyTree, names: string[]): string | undefined {
	return names
		.map((name) => record[name])
		.find((value): value is string => typeof value === 'string' && value !== '');
}

export interface Choice {
	name: string;
	value: string;
}

/**
 * What a drop-down shows of records: their name, with the id where two have the same, or the id where they have none. Records
 * without an id are left out.
 */
export function choicesOf(
	records: ReplyTree[],
	{ ids, names }: { ids: string[]; names: string[] },
): Choice[] {
	const choices = records.flatMap((record) => {
		const id = firstField(record, ids);
		return id === undefined ? [] : [{ name: firstField(record, names) ?? id, value: id }];
	});
	const times = new Map<string, number>();
	for (const { name } of choices) times.set(name, (times.get(name) ?? 0) + 1);
	return choices.map(({ name, value }) => ({
		name: (times.get(name) ?? 0) > 1 ? `${name} (${value})` : name,
		value,
	}));
}

/** Whether a choice holds what was typed, in its name or its id. */
export function holds(typed: string): (choice: Choice) => boolean {
	const text = typed.toLowerCase();
	return ({ name, value }) => `${name} ${value}`.toLowerCase().includes(text);
}
