import type { DeliveryReport } from './deliveryReport';

/**
 * Puts the reports of neighbouring windows together, in their order. Windows share the minute at their seam, so what an
 * earlier window told already is left out; within one window everything counts.
 */
export function mergeReports<Report extends Pick<DeliveryReport, 'eventId'>>(
	windows: Report[][],
): Report[] {
	const told = new Set<string>();
	return windows.flatMap((reports) => {
		const fresh = reports.filter(({ eventId }) => !told.has(eventId));
		fresh.forEach(({ eventId }) => told.add(eventId));
		return fresh;
	});
}

/**
 * Only the last word on each message, where the first report of it stood. Reports of the same minute count in their order. An
 * external id alone does not make a message: people use one again, as the number of an order, for the next campaign or for
 * another phone.
 */
export function latestPerMessage<
	Report extends Pick<DeliveryReport, 'externalId' | 'shipmentId' | 'phone' | 'date'>,
>(reports: Report[]): Report[] {
	const latest = new Map<string, Report>();
	for (const report of reports) {
		const { externalId, shipmentId, phone, date = '' } = report;
		const message = JSON.stringify([externalId, shipmentId, phone]);
		const before = latest.get(message);
		if (!before || Date.parse(date) >= Date.parse(before.date ?? '') || !before.date) {
			latest.set(message, report);
		}
	}
	return [...latest.values()];
}
