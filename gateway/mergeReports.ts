import { instantOf } from './dates';
import type { DeliveryReport } from './deliveryReport';
import { textsIn } from './fields';

/**
 * Puts the reports of neighbouring windows together, in their order. Windows share the minute at their seam, so what an
 * earlier window told already, word for word, is left out; within one window everything counts.
 */
export function mergeReports<Report extends object>(windows: Report[][]): Report[] {
	const told = new Set<string>();
	return windows.flatMap((reports, at) => {
		if (windows.length === 1) return reports;
		const texts = reports.map((report) => JSON.stringify({ ...report, envelope: undefined }));
		const fresh = reports.filter((_, index) => at === 0 || !told.has(texts[index] ?? ''));
		texts.forEach((text) => told.add(text));
		return fresh;
	});
}

interface Identified {
	externalId?: unknown;
	other?: unknown;
}

// Assumption: externalIdSpelling
/** How an ID may come back, the closest first: as it was, in another case, with or without leading zeros. */
const SPELLINGS: ReadonlyArray<(id: string) => string> = [
	(id) => id.trim(),
	(id) => id.trim().toLowerCase(),
	(id) => (/^\s*\d+\s*$/.test(id) ? id.trim().replace(/^0+/, '') || '0' : id.trim().toLowerCase()),
];

/**
 * The reports on each of the external IDs that were asked for, and those on none of them. A report whose ID has no known
 * field is on the ID that one of its other fields holds.
 */
export function reportsById<Report extends Identified>(
	all: readonly Report[],
	ids: readonly string[],
): { reports: Map<string, Report[]>; others: Report[] } {
	const asked = SPELLINGS.map(
		(spell) => new Map([...ids].reverse().map((id): [string, string] => [spell(id), id])),
	);
	const askedFor = (text: string) =>
		SPELLINGS.map((spell, at) => asked[at]?.get(spell(text))).find((id) => id !== undefined);
	const reports = new Map<string, Report[]>();
	const others: Report[] = [];
	for (const report of all) {
		const { externalId, other } = report;
		const names = externalId === undefined ? textsIn(other) : [String(externalId)];
		const id = names.map(askedFor).find((found) => found !== undefined);
		const known = id === undefined ? others : reports.get(id);
		if (known) known.push(report);
		else reports.set(id ?? '', [report]);
	}
	return { reports, others };
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
		const { externalId, shipmentId, phone, date } = report;
		const who = externalId ?? phone;
		const message = JSON.stringify(who === undefined ? report : [externalId, shipmentId, phone]);
		const before = latest.get(message);
		const [now, then] = [instantOf(date), instantOf(before?.date)];
		if (!before || then === undefined || (now !== undefined && now >= then)) {
			latest.set(message, report);
		}
	}
	return [...latest.values()];
}
