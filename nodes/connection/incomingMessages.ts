import type { Heard } from '../../gateway/events/incomingMessage';
import { heardIn, readIncomingMessage } from '../../gateway/events/incomingMessage';
import { findRecords } from '../../gateway/replies/records';
import { HOUR } from '../../gateway/values/dates';
import { openWindow } from '../../gateway/values/windows';
import type { GatewayContext } from './account';
import { callGateway } from './request';

/** Milliseconds by which the clocks of n8n and the gateway may differ: an hour, or the offset of Israel's time. */
const CLOCK_DIFFERENCE = 4 * HOUR;

/** The messages to an account since `since` (milliseconds since 1970), and some earlier ones (specification, incoming). */
export async function readIncomingMessages(
	context: GatewayContext,
	{ onBehalfOf, timeoutSeconds }: { onBehalfOf?: string; timeoutSeconds: number },
	since: number,
): Promise<Heard> {
	const now = Date.now();
	const window = openWindow({ from: since - CLOCK_DIFFERENCE, to: now + CLOCK_DIFFERENCE }, now);
	const body = () => ({ ...window });
	const call = { root: 'incoming', body, effect: 'read', timeoutSeconds, onBehalfOf } as const;
	const { tree } = await callGateway(context, call);
	return heardIn(findRecords(tree).records.map(readIncomingMessage));
}
