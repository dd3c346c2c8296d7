import type { HeardMessage } from '../../gateway/conversation';
import { withKeys } from '../../gateway/conversation';
import { readIncomingMessage } from '../../gateway/incomingMessage';
import { findRecords } from '../../gateway/records';
import { openWindow, spanSince } from '../../gateway/reportWindow';
import type { GatewayContext } from './account';
import { callGateway } from './request';

/**
 * The messages to an account since `since` (milliseconds since 1970), and from the hour before, because clocks differ
 * (specification, incoming).
 */
export async function readIncomingMessages(
	context: GatewayContext,
	{ onBehalfOf, timeoutSeconds }: { onBehalfOf?: string; timeoutSeconds: number },
	since: number,
): Promise<HeardMessage[]> {
	const now = Date.now();
	const window = openWindow(spanSince(since, now), now);
	const body = () => ({ ...window });
	const call = { root: 'incoming', body, effect: 'read', timeoutSeconds, onBehalfOf } as const;
	const { tree } = await callGateway(context, call);
	return withKeys(findRecords(tree).records.map(readIncomingMessage));
}
