import type { IDataObject } from 'n8n-workflow';

import { hasContent } from '../../gateway/fields';
import { maskValue } from '../../gateway/mask';
import { measureMessage } from '../../gateway/messageLength';
import type { GatewayReply } from './request';

/** The reply fields that the output of a send reads. */
export const SEND_REPLY = ['shipment_id'];

/** The SMS (segments) that a text takes, and its encoding. */
export function textLength(message: string): IDataObject {
	const { encoding, segments } = measureMessage(message);
	return { segments, encoding };
}

export const missingShipment = ({ tree }: GatewayReply): string | undefined =>
	tree.shipment_id
		? undefined
		: 'The service accepted this without a shipment ID. Such messages sometimes go missing: check the delivery reports before you rely on this one or send it again.';

/** The reply fields that the simplified output leaves out, with secrets masked; undefined when there are none. */
export function otherFields(
	{ tree, secrets }: GatewayReply,
	replyFields: readonly string[] | 'all' = [],
): IDataObject | undefined {
	if (replyFields === 'all') return undefined;
	const other = Object.entries(tree).filter(
		([name, value]) => !ALWAYS_READ.has(name) && !replyFields.includes(name) && hasContent(value),
	);
	return other.length > 0
		? (maskValue(Object.fromEntries(other), secrets) as IDataObject)
		: undefined;
}

/** Handled elsewhere: status and message are judged, errors are tied to their rows. */
const ALWAYS_READ: ReadonlySet<string> = new Set(['status', 'message', 'errors', '$']);
