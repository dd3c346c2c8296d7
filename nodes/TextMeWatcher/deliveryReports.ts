import type { Recipient } from '../../gateway/deliveryOutcome';
import { recipientState } from '../../gateway/deliveryOutcome';
import type { DeliveryReport } from '../../gateway/deliveryReport';
import { readDeliveryReport } from '../../gateway/deliveryReport';
import { MAX_REPORT_EXTERNAL_IDS } from '../../gateway/limits';
import { chunk } from '../../gateway/lists';
import { reportsById } from '../../gateway/mergeReports';
import { findRecords } from '../../gateway/records';
import type { Span } from '../../gateway/reportWindow';
import { reportWindows } from '../../gateway/reportWindow';
import type { GatewayContext } from '../shared/account';
import { callGateway } from '../shared/request';
import { CLOCK_DIFFERENCE } from '../waiting/incomingMessages';
import type { Findings, Wait, Watch, WatchedItem } from '../waiting/wait';
import { byAccount } from '../waiting/wait';

/** A number whose final state is not known yet. */
interface Open {
	recipient: Recipient;
	wait: Wait;
	shipmentId: string | undefined;
	index: number;
	place: number;
}

/** Reads the delivery reports of messages without a final state, and notes their states (specification, dlr). */
export async function findDeliveryReports(
	context: GatewayContext,
	{ since, items }: Watch,
	{ states }: Findings,
	now: number,
): Promise<void> {
	const span = { from: since - CLOCK_DIFFERENCE, to: now + CLOCK_DIFFERENCE };
	for (const open of byAccount(openRecipients(items, states))) {
		const reports = await readReports(context, open, span);
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

async function readReports(
	context: GatewayContext,
	open: [Open, ...Open[]],
	span: Span,
): Promise<Map<string, DeliveryReport[]>> {
	const found = new Map<string, DeliveryReport[]>();
	const ids = [...new Set(open.map(({ recipient }) => recipient.externalId))];
	const { onBehalfOf, timeoutSeconds } = open[0].wait;
	for (const { from, to } of reportWindows(span, 0)) {
		for (const external_id of chunk(ids, MAX_REPORT_EXTERNAL_IDS)) {
			const body = () => ({ transactions: { external_id }, from, to });
			const call = { root: 'dlr', body, effect: 'read', timeoutSeconds, onBehalfOf } as const;
			const { tree } = await callGateway(context, call);
			const all = findRecords(tree, 'events').records.map(readDeliveryReport);
			for (const [id, reports] of reportsById(all, external_id).reports) {
				const own = reports.map((report) => ({ ...report, externalId: id }));
				found.set(id, [...(found.get(id) ?? []), ...own]);
			}
		}
	}
	return found;
}
