import type { TextedPhone } from '../../gateway/events/deliveryOutcome';
import { recipientState } from '../../gateway/events/deliveryOutcome';
import { readReports } from '../connection/readReports';
import type { GatewayContext } from '../connection/account';
import type { Findings, Wait, Watch, WatchedItem } from '../waiting/wait';
import { byAccount } from '../waiting/wait';

/** A number without a final state. */
interface Open {
	recipient: TextedPhone;
	wait: Wait;
	shipmentId: string | undefined;
	index: number;
	place: number;
}

/** Reads the delivery reports of messages without a final state (specification, dlr). */
export async function findDeliveryReports(
	context: GatewayContext,
	{ since, items }: Watch,
	{ states }: Findings,
): Promise<void> {
	for (const open of byAccount(openRecipients(items, states))) {
		const ids = open.map(({ recipient }) => recipient.externalId);
		const reports = await readReports(context, ids, since, open[0].wait);
		for (const { recipient, shipmentId, index, place } of open) {
			const known = (states[index] ??= []);
			const own = reports.get(recipient.externalId) ?? [];
			const state = recipientState(recipient, shipmentId, own);
			if (state.status !== undefined || !known[place]) known[place] = state;
		}
	}
}

function openRecipients(items: WatchedItem[], states: Findings['states']): Open[] {
	return items.flatMap(({ json, wait }, index) => {
		const shipmentId = json.shipmentId === undefined ? undefined : String(json.shipmentId);
		return (wait?.recipients ?? []).flatMap((recipient, place) =>
			wait && !states[index]?.[place]?.final ? [{ recipient, wait, shipmentId, index, place }] : [],
		);
	});
}
