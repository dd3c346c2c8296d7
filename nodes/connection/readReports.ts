import type { DeliveryReport } from '../../gateway/events/deliveryReport';
import { readDeliveryReport } from '../../gateway/events/deliveryReport';
import { MAX_REPORT_EXTERNAL_IDS } from '../../gateway/values/limits';
import { chunk } from '../../gateway/values/lists';
import { reportsById } from '../../gateway/events/mergeReports';
import { findRecords } from '../../gateway/replies/records';
import { reportWindows, spanSince } from '../../gateway/values/reportWindow';
import type { GatewayContext } from './account';
import { callGateway } from './request';

/**
 * The delivery reports on external IDs since `since` (milliseconds since 1970). Keys have the requested spelling
 * (specification, dlr).
 */
export async function readReports(
	context: GatewayContext,
	externalIds: readonly string[],
	since: number,
	{ onBehalfOf, timeoutSeconds }: { onBehalfOf?: string; timeoutSeconds: number },
): Promise<Map<string, DeliveryReport[]>> {
	const found = new Map<string, DeliveryReport[]>();
	const ids = [...new Set(externalIds)];
	const now = Date.now();
	for (const { from, to } of reportWindows(spanSince(since, now), now)) {
		for (const external_id of chunk(ids, MAX_REPORT_EXTERNAL_IDS)) {
			const body = () => ({ transactions: { external_id }, from, to });
			const call = { root: 'dlr', body, effect: 'read', timeoutSeconds, onBehalfOf } as const;
			const { tree } = await callGateway(context, call);
			const all = findRecords(tree).records.map(readDeliveryReport);
			for (const [id, reports] of reportsById(all, external_id).reports) {
				const own = reports.map((report) => ({ ...report, externalId: id }));
				found.set(id, [...(found.get(id) ?? []), ...own]);
			}
		}
	}
	return found;
}
