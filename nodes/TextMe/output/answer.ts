import type { INodeExecutionData } from 'n8n-workflow';

import type { GatewayReply } from '../../connection/call';
import type { SendReply } from '../run/fate';
import type { Request } from '../run/sharedRequest';
import { piecesOf } from './item';

/** The reply to a send that was accepted `at` (milliseconds since 1970). */
export function answerOf(
	request: Request,
	reply: GatewayReply,
	at: number,
	warning: string | undefined,
): SendReply {
	let pieces: Map<number, INodeExecutionData[] | undefined> | undefined;
	const made = () => {
		const all = piecesOf(request, reply, at);
		return new Map(request.items.map(({ itemIndex }, n) => [itemIndex, all[n]]));
	};
	return { warning, for: (itemIndex) => (pieces ??= made()).get(itemIndex) ?? [] };
}
