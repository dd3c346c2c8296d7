import { instantOf } from '../values/dates';
import type { DeliveryReport } from './deliveryReport';
import { textsIn } from '../replies/readFields';
import { groupBy } from '../values/lists';

/**
 * Joins the reports of consecutive windows. Two windows share a minute, so a report that an earlier window has word for word is
 * a duplicate. Within one window every report counts.
 */
export function mergeReports<Report extends object>(windows: Report[][]): Report[] {
	const firstIn = new Map<string, Report[]>();
	return windows.flatMap((reports) => {
		if (windows.length === 1) return reports;
		return reports.filter((report) => {
			const text = JSON.stringify({ ...report, envelope: undefined });
			if (!firstIn.has(text)) firstIn.set(text, reports);
			return firstIn.get(text) === reports;
		});
	});
}

interface Identified {
	externalId?: unknown;
	other?: unknown;
}

// Assumption: externalIdSpelling
/** How a returned ID may match a requested one, strictest first: exactly, ignoring case, ignoring leading zeros. */
const SPELLINGS: ReadonlyArray<(id: string) => string> = [
	(id) => id,
	(id) => id.toLowerCase(),
	(id) => id.replace(/^0+(?=[1-9]\d*$|0$)/, ''),
];

/**
 * Groups reports by the requested external IDs; `others` match none. If a report has no known field for its ID, we look for a
 * requested ID in its other fields.
 */
export function reportsById<Report extends Identified>(
	all: readonly Report[],
	ids: readonly string[],
): { reports: Map<string, Report[]>; others: Report[] } {
	const finders = SPELLINGS.map((spell) => {
		const requested = new Map([...ids].reverse().map((id) => [spell(id), id]));
		return (text: string) => requested.get(spell(text.trim()));
	});
	const requestedId = (text: string) =>
		finders.map((find) => find(text)).find((id) => id !== undefined);
	const reports = groupBy(all, ({ externalId, other }) => {
		const texts = externalId === undefined ? textsIn(other) : [String(externalId)];
		return texts.map(requestedId).find((id) => id !== undefined);
	});
	const others = reports.get(undefined) ?? [];
	reports.delete(undefined);
	return { reports: reports as Map<string, Report[]>, others };
}

/**
 * For each message its final reports, or else its latest one. Two final reports with one external ID are two messages, such as
 * a text and its call. Of reports with the same date the last counts. An external ID alone does not identify a message: people
 * reuse it, such as an order number, for another campaign or phone.
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
		return final.length > 0
			? final
			: all.reduce((before, next) => (when(next) >= when(before) ? next : before));
	});
}

const when = ({ date }: Pick<DeliveryReport, 'date'>): number => instantOf(date) ?? -Infinity;
