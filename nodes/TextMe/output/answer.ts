import type { INodeExecutionData } from 'n8n-workflow';

import type { GatewayReply } from '../../shared/call';
import type { Request } from '../run/request';
import { piecesOf } from './item';

/** A reply to a send, from which the output of its items is made when the run ends. */
export class Answer {
	private pieces: Map<number, INodeExecutionData[]> | undefined;

	constructor(
		private readonly request: Request,
		private readonly reply: GatewayReply,
		/** When it came (milliseconds since 1970). */
		readonly at: number,
		readonly warning: string | undefined,
	) {}

	/** What it brings for an item. */
	for(itemIndex: number): INodeExecutionData[] {
		this.pieces ??= new Map(
			piecesOf(this.request, this.reply, this.at).map((own, at) => [
				this.request.shares[at]?.item.itemIndex ?? 0,
				own,
			]),
		);
		return this.pieces.get(itemIndex) ?? [];
	}
}
