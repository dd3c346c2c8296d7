import { instantOf } from './dates';
import type { DeliveryReport } from './deliveryReport';
import { textsIn } from './fields';
import { groupBy } from './lists';

/**
 * Joins the reports of neighbouring windows in their order. Windows share the minute at their seam, so a report is left out
 * if an earlier window has the same one, word for word. Within one window every report counts.
 */
export function mergeReports<Report extends object>(windows: Report[][]): Report[] {
	const known = new Set<string>();
	return windows.flatMap((reports, at) => {
		if (windows.length === 1) return reports;
		const texts = reports.map((report) => JSON.stringify({ ...report, envelope: undefined }));
		const fresh = reports.filter((_, index) => at === 0 || !known.has(texts[index] ?? ''));
		texts.forEach((text) => known.add(text));
		return fresh;
	});
}

interface Identified {
	externalId?: unknown;
	other?: unknown;
}

// Assumption: externalIdSpelling
/** Keys by which a returned ID matches a requested one, strictest first: exact, ignoring case, ignoring leading zeros. */
const SPELLINGS: ReadonlyArray<(id: string) => string> = [
	(id) => id.trim(),
	(id) => id.trim().toLowerCase(),
	(id) => (/^\s*\d+\s*$/.test(id) ? id.trim().replace(/^0+/, '') || '0' : id.trim().toLowerCase()),
];

/**
 * Groups reports by the requested external IDs; `others` are on none of them. A report without a known field for its ID
 * belongs to the requested ID that one of its other fields holds.
 */
export function reportsById<Report extends Identified>(
	all: readonly Report[],
	ids: readonly string[],
): { reports: Map<string, Report[]>; others: Report[] } {
	const requested = SPELLINGS.map(
		(spell) => new Map([...ids].reverse().map((id): [string, string] => [spell(id), id])),
	);
	const requestedId = (text: string) =>
		SPELLINGS.map((spell, at) => requested[at]?.get(spell(text))).find((id) => id !== undefined);
	const reports = groupBy(all, ({ externalId, other }) => {
		const texts = externalId === undefined ? textsIn(other) : [String(externalId)];
		return texts.map(requestedId).find((id) => id !== undefined);
	});
	const others = reports.get(undefined) ?? [];
	reports.delete(undefined);
	return { reports: reports as Map<string, Report[]>, others };
}

/**
 * The reports that say what became of each message, in the place of its first one: its final ones, or else its latest. Two
 * final reports are those of two messages, such as a text and its call, which share an external ID. Of reports with the same
 * date, the last one counts. An external ID alone does not identify a message: people reuse an ID, such as the number of an
 * order, for the next campaign or for another phone.
 */
export function latestPerMessage<
	Report extends Pick<DeliveryReport, 'externalId' | 'shipmentId' | 'phone' | 'date' | 'final'>,
>(reports: readonly Report[]): Report[] {
	const messages = groupBy(reports, (report) => {
		const { externalId, shipmentId, phone } = report;
		const isNamed = (externalId ?? phone) !== undefined;
		return JSON.stringify(isNamed ? [externalId, shipmentId, phone] : report);
	});
	return [...messages.values()].flatMap((all) => {
		const final = all.filter((report) => report.final);
		return final.length > 0 ? final : all.reduce(later);
	});
}

function later<Report extends Pick<DeliveryReport, 'date'>>(before: Report, next: Report): Report {
	const [then, now] = [instantOf(before.date), instantOf(next.date)];
	return then === undefined || (now !== undefined && now >= then) ? next : before;
}
