import type { HeardMessage } from '../../gateway/events/conversation';
import { withKeys } from '../../gateway/events/conversation';
import { readIncomingMessage } from '../../gateway/events/incomingMessage';
import { findRecords } from '../../gateway/replies/records';
import { openWindow, spanSince } from '../../gateway/values/reportWindow';
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
