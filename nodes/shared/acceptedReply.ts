import type { IDataObject } from 'n8n-workflow';

import { hasContent } from '../../gateway/fields';
import { maskValue } from '../../gateway/mask';
import { measureMessage } from '../../gateway/messageLength';
import type { GatewayReply } from './request';

/** What the outputs of a send read of its reply. */
export const SEND_REPLY = ['shipment_id'];

/** How many SMS a text takes. */
export function textLength(message: string): IDataObject {
	const { encoding, segments } = measureMessage(message);
	return { segments, encoding };
}

export const missingShipment = ({ tree }: GatewayReply): string | undefined =>
	tree.shipment_id
		? undefined
		: 'The service accepted this without a shipment ID. Such messages sometimes go missing: check the delivery reports before you rely on this one or send it again.';

/** The fields of a reply that its simplified output has no place for, as they came; undefined when there are none. */
export function otherFields(
	{ tree, secrets }: GatewayReply,
	places: readonly string[] | 'all' = [],
): IDataObject | undefined {
	if (places === 'all') return undefined;
	const other = Object.entries(tree).filter(
		([name, value]) => !ALWAYS_READ.has(name) && !places.includes(name) && hasContent(value),
	);
	return other.length > 0
		? (maskValue(Object.fromEntries(other), secrets) as IDataObject)
		: undefined;
}

/** The status and the text have been judged, and errors are tied to their rows. */
const ALWAYS_READ: ReadonlySet<string> = new Set(['status', 'message', 'errors', '$']);
