import type { BlocklistEntry } from '../../gateway/blocklistEntry';
import { formatInstant, instantOf, toTheMinute } from '../../gateway/dates';
import type { DeliveryReport } from '../../gateway/deliveryReport';
import type { DeliveryState } from '../../gateway/deliveryStatus';
import type { IncomingMessage } from '../../gateway/incomingMessage';
import { groupBy } from '../../gateway/lists';
import { latestPerMessage } from '../../gateway/mergeReports';
import { toInternational, toNational } from '../../gateway/phone';
import { canonical, textsIn } from '../../gateway/fields';
import { isRunId } from './runId';

/** What became of a campaign. Figures that the records do not show are missing, not 0. */
export interface CampaignSummary extends Record<DeliveryState, number> {
	/** Messages that went out. A text and its call are two. */
	sent: number | undefined;
	/** Messages of which there is a report. */
	reported: number;
	withoutReport: number | undefined;
	/** The percentage of `sent` that was delivered, or else of `reported`, with one decimal. */
	deliveredPercent: number | undefined;
	/** Messages with a report that the service did not refuse; only these cost anything. */
	charged: number;
	/** The sum of the prices, where the reports name any. */
	cost: number | undefined;
	/** Why messages were not delivered, the most frequent reason first. */
	reasons: Array<{ reason: string; heReason: string | undefined; state: string; count: number }>;
	operators: Array<{ operator: string; reported: number; delivered: number }>;
	/** Messages from people of the campaign since its first report. */
	replies: number | undefined;
	/** People of the campaign who were put on the blocklist since its first report. */
	optOuts: number | undefined;
	/** In place of `optOuts` where digits are hidden, so that others may be meant: as many at most. */
	optOutsUpTo: number | undefined;
	/** Counted from the first report of the shipment. */
	secondsToDelivery: { median: number; percentile90: number } | undefined;
	/** ISO 8601 with Israel's offset. */
	firstReport: string | undefined;
	lastReport: string | undefined;
	/** How many messages had been delivered by each date. */
	overTime: Array<{ date: string; delivered: number }>;
}

/** Records of a time window. */
export interface CampaignRecords {
	reports: DeliveryReport[];
	incoming: IncomingMessage[];
	blocked: BlocklistEntry[];
	/** How many messages went out; undefined where that is not known. */
	sent?: number | undefined;
}

// Assumption: campaignOfReport
/** The reports of a campaign, by its shipment IDs or names. Few services write a name into a report. */
export function reportsOfCampaign(
	reports: readonly DeliveryReport[],
	campaigns: readonly string[],
): DeliveryReport[] {
	const wanted = new Set(campaigns);
	const beginnings = campaigns.filter(isRunId).map((name) => `${name}-`);
	return reports.filter(
		({ shipmentId, externalId, other }) =>
			(shipmentId !== undefined && wanted.has(shipmentId)) ||
			beginnings.some((beginning) => externalId?.startsWith(beginning)) ||
			(other !== undefined && textsIn(other).some((text) => wanted.has(text))),
	);
}

export function summarizeCampaign(records: CampaignRecords): CampaignSummary {
	const { incoming, blocked } = records;
	const starts = firstByShipment(records.reports);
	const reports = latestPerMessage(records.reports);
	const dates = reports.flatMap(({ date }) => instantOf(date) ?? []).sort(ascending);
	const [first] = [...starts.values()].sort(ascending);
	const delivered = reports.filter(({ state }) => state === 'delivered');
	const states = countStates(reports);
	const phones = new Set(reports.flatMap(({ phone }) => phone ?? []));
	// Polled dates have no seconds.
	const isSince = ({ date }: { date: string | undefined }) =>
		first !== undefined && (instantOf(date) ?? -1) >= toTheMinute(first);
	const canCompare = phones.size > 0;
	// Of an input that holds a part of the shipments only, reports tell more.
	const sent = (records.sent ?? 0) < reports.length ? undefined : records.sent;
	return {
		sent,
		reported: reports.length,
		withoutReport: sent === undefined ? undefined : sent - reports.length,
		...states,
		deliveredPercent: percent(delivered.length, sent ?? reports.length),
		charged: reports.length - states.blocked,
		cost: costIn(reports),
		reasons: reasonsOf(reports),
		operators: operatorsOf(reports),
		replies: canCompare
			? incoming.filter((message) => isSince(message) && phones.has(message.phone ?? '')).length
			: undefined,
		...(canCompare ? optOutsOf(blocked.filter(isSince), phones) : NO_OPT_OUTS),
		secondsToDelivery: durationsOf(
			delivered.flatMap(({ date, shipmentId = '' }) => {
				const [end, start] = [instantOf(date), starts.get(shipmentId)];
				return end === undefined || start === undefined ? [] : Math.max(0, end - start);
			}),
		),
		firstReport: iso(first),
		lastReport: iso(dates.at(-1)),
		overTime: overTime(delivered.flatMap(({ date }) => instantOf(date) ?? []).sort(ascending)),
	};
}

const ascending = (a: number, b: number) => a - b;
const percent = (part: number, whole: number) =>
	whole === 0 ? undefined : Math.round((part / whole) * 1000) / 10;
const iso = (instant: number | undefined) =>
	instant === undefined ? undefined : formatInstant(instant);

/** The first report of each shipment, of whatever state: the nearest thing to its time of sending. */
function firstByShipment(reports: readonly DeliveryReport[]): Map<string, number> {
	const first = new Map<string, number>();
	for (const { date, shipmentId = '' } of reports) {
		const at = instantOf(date);
		if (at !== undefined && at < (first.get(shipmentId) ?? Infinity)) first.set(shipmentId, at);
	}
	return first;
}

function countStates(reports: readonly DeliveryReport[]): Record<DeliveryState, number> {
	const counts = {
		delivered: 0,
		failed: 0,
		blocked: 0,
		expired: 0,
		sentUnconfirmed: 0,
		unknown: 0,
	};
	for (const { state } of reports) counts[state]++;
	return counts;
}

/** Groups reports by a key, the largest group first. */
const grouped = (
	reports: readonly DeliveryReport[],
	keyOf: (report: DeliveryReport) => string,
): Array<[DeliveryReport, ...DeliveryReport[]]> =>
	[...groupBy(reports, keyOf).values()].sort((a, b) => b.length - a.length);

const reasonsOf = (reports: readonly DeliveryReport[]): CampaignSummary['reasons'] =>
	grouped(
		reports.filter(({ state }) => state !== 'delivered'),
		// Each undocumented status code is a reason of its own, with the text of the service.
		(report) =>
			report.state === 'unknown'
				? JSON.stringify([saidOf(report, 'en_message'), report.status])
				: report.meaning,
	).map(([report, ...others]) => ({
		reason: saidOf(report, 'en_message') || report.meaning,
		heReason: saidOf(report, 'he_message'),
		state: report.state,
		count: others.length + 1,
	}));

/** What the service says about an undocumented status. */
function saidOf({ other = {} }: DeliveryReport, name: string): string | undefined {
	const [, text] = Object.entries(other).find(([label]) => canonical(label) === name) ?? [];
	return typeof text === 'string' ? text : undefined;
}

/** The operators in the reports. Polled XML reports name none. */
const operatorsOf = (reports: readonly DeliveryReport[]): CampaignSummary['operators'] =>
	grouped(
		reports.filter(({ operator }) => operator !== undefined),
		({ operator = '' }) => operator,
	).map((group) => ({
		operator: group[0].operator ?? '',
		reported: group.length,
		delivered: group.filter(({ state }) => state === 'delivered').length,
	}));

const PRICE = /^(?:price|cost|amount|charge)$/i;

// Assumption: reportPrices
function costIn(reports: readonly DeliveryReport[]): number | undefined {
	const prices = reports.flatMap(({ other = {} }) =>
		Object.entries(other).flatMap(([name, value]) =>
			PRICE.test(name) && /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : [],
		),
	);
	if (prices.length === 0) return undefined;
	const sum = prices.reduce((total, price) => total + price, 0);
	return Math.round(sum * 10_000) / 10_000;
}

type OptOuts = Pick<CampaignSummary, 'optOuts' | 'optOutsUpTo'>;

const NO_OPT_OUTS: OptOuts = { optOuts: undefined, optOutsUpTo: undefined };

/**
 * Blocked numbers may be partly hidden by asterisks. Then as many may be people of the campaign as there are entries with these
 * visible digits, and no more than there are people with them.
 */
function optOutsOf(entries: readonly BlocklistEntry[], phones: ReadonlySet<string>): OptOuts {
	const listed = groupBy(entries, ({ phone = '' }) => phone);
	const people = new Map<string, Map<string, number>>();
	let certain = 0;
	let maybe = 0;
	for (const [phone, { length }] of listed) {
		if (!phone.includes('*')) {
			certain += phones.has(phone) ? 1 : 0;
			continue;
		}
		const stars = phone.replace(/[^*]/g, '.');
		const masked = people.get(stars) ?? countMasked(stars, phones);
		people.set(stars, masked);
		maybe += Math.min(length, masked.get(phone) ?? 0);
	}
	if (maybe === 0) return { optOuts: certain, optOutsUpTo: undefined };
	return { optOuts: undefined, optOutsUpTo: Math.min(certain + maybe, phones.size) };
}

/** How many phones look the same with these asterisks. */
function countMasked(stars: string, phones: ReadonlySet<string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const phone of phones) {
		for (const masked of maskedAs(stars, phone)) counts.set(masked, (counts.get(masked) ?? 0) + 1);
	}
	return counts;
}

/** A phone with the asterisks of `stars`, in each national or international form that is as long. */
const maskedAs = (stars: string, phone: string): string[] =>
	[toNational(phone), toInternational(phone), toInternational(phone)?.replace('+', '')]
		.filter((form) => form?.length === stars.length)
		.map((form = '') => [...form].map((digit, at) => (stars[at] === '*' ? '*' : digit)).join(''));

/** The median, and the duration within which nine of ten were delivered. */
function durationsOf(milliseconds: number[]): CampaignSummary['secondsToDelivery'] {
	const sorted = milliseconds.map((ms) => Math.round(ms / 1000)).sort(ascending);
	// Polled dates have no seconds, so durations of less than a minute are unknown.
	if ((sorted.at(-1) ?? 0) === 0) return undefined;
	// The shortest duration within which this share was delivered ("nearest rank").
	const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
	return { median: rank(0.5), percentile90: rank(0.9) };
}

/** Enough points for a line, and few enough for an output. */
const MAX_POINTS = 24;

/** How many were delivered by then, at equal intervals from the first delivery to the last. */
function overTime(sorted: readonly number[]): CampaignSummary['overTime'] {
	const [first, last] = [sorted[0], sorted.at(-1)];
	if (first === undefined || last === undefined) return [];
	const steps = first === last ? 0 : MAX_POINTS - 1;
	const points: CampaignSummary['overTime'] = [];
	let delivered = 0;
	for (let step = 0; step <= steps; step++) {
		const until = step === steps ? last : first + ((last - first) * step) / steps;
		while ((sorted[delivered] ?? Infinity) <= until) delivered++;
		points.push({ date: iso(until) ?? '', delivered });
	}
	return points;
}
