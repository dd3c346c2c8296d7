import type { IDataObject } from 'n8n-workflow';

import { rawReply } from '../../gateway/rawReply';
import type { GatewayTree } from '../../gateway/tree';
import type { Operation } from './operation';
import type { Parameters } from './parameters';
import type { GatewayReply } from './request';

/** What comes out for one reply: the simplified items, or the reply untouched with "Simplify" off. */
export function outputOf(
	operation: Operation,
	reply: GatewayReply,
	body: GatewayTree,
	parameters: Parameters,
): IDataObject[] {
	if (operation.output && parameters.option<boolean>('simplify') !== false) {
		const output = operation.output(reply, body, parameters);
		return Array.isArray(output) ? output : [output];
	}
	const raw = rawReply(reply.text);
	return [typeof raw === 'object' && raw !== null ? (raw as IDataObject) : { reply: reply.text }];
}
