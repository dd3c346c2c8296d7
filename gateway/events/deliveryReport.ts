import { instantOf, readDate } from '../values/dates';
import { eventId, minuteOf } from './eventId';
import type { RawRecord } from '../replies/records';
import { textsIn } from '../values/checks';
import { otherFields, readRecord, STATUS_TEXTS } from '../replies/records';
import { phoneForms } from '../phones/phone';
import { groupBy } from '../values/lists';

export type DeliveryState =
	| 'delivered'
	| 'failed'
	| 'blocked'
	| 'expired'
	| 'sentUnconfirmed'
	| 'unknown';

// Assumptions: deliveryStatuses, finalStatuses
/**
 * Whether the gateway will report no further status is said where it may: `mayChange`. Source: gateway-api, section 11. Here 0
 * means delivered, unlike the status of a request.
 */
const ROWS: ReadonlyArray<
	[codes: readonly number[], state: DeliveryState, meaning: string, mayChange?: true]
> = [
	[[-1], 'sentUnconfirmed', 'Sent, the carrier gave no confirmation', true],
	[[0, 102], 'delivered', 'Delivered'],
	[[1, 3, 5, 6, 101, 105, 106, 107], 'failed', 'Not delivered'],
	// The message may have arrived: only its confirmation timed out. With 103 it did not arrive.
	[[2], 'sentUnconfirmed', 'Sent, no confirmation came in time'],
	[[4], 'failed', 'Not delivered by the mobile network'],
	[[7], 'blocked', 'Not sent, no balance'],
	[[14], 'failed', 'Not delivered by the mobile network after store and forward'],
	[[15], 'blocked', 'Filtered (Kosher) number, which receives no messages'],
	[[16], 'blocked', 'Sending not permitted at that hour'],
	[[17], 'blocked', 'Blocked for advertising messages'],
	[[18], 'blocked', 'Message not legal'],
	[[103], 'expired', 'Expired before it could be delivered'],
	[[104], 'failed', 'Deleted before it could be delivered'],
	[[108], 'failed', 'Rejected by the network'],
	[
		Array.from({ length: 132 - 108 }, (_, index) => 109 + index),
		'failed',
		'Not delivered (carrier-specific reason)',
	],
	[[201], 'blocked', 'Blocked on request of the recipient'],
	// The recipient may come back into coverage. The public record does not say whether another report follows.
	[[747], 'failed', 'Recipient outside the coverage of the local networks', true],
	[[998], 'blocked', 'No permission to send'],
	[[999], 'failed', 'Not delivered for a reason the carrier does not know'],
];

const BY_CODE = new Map(
	ROWS.flatMap(([codes, state, meaning, mayChange = false]) =>
		codes.map((code) => [code, { code, state, final: !mayChange, meaning }] as const),
	),
);

export const DELIVERY_STATUS_CODES: readonly number[] = [...BY_CODE.keys()];

const CODE = /^\s*([+-]?\d{1,9})\s*$/;

/**
 * The meaning of a delivery report's status. An unknown code is `unknown` and not final, never a failed delivery.
 * Source: gateway-api, section 11.
 */
export function deliveryStatus(code: string | number | undefined) {
	const digits = CODE.exec(String(code ?? ''))?.[1];
	const number = digits === undefined ? undefined : Number(digits);
	const unknown = { state: 'unknown', final: false, meaning: 'Unknown status' } as const;
	return BY_CODE.get(number ?? NaN) ?? { code: number, ...unknown };
}

const FIELDS = 'external_id shipment_id source phone status date operator'.split(' ');

// Assumption: reportRecords
/**
 * Reads a delivery report. A push and a poll of it get the same `eventId`: external ID, campaign, status and minute. Only without
 * an external ID does the phone count, because polled XML leaves it out.
 * Source: specification, "dlr", "Delivery report" feed; gateway-api, section 9.
 */
export function readDeliveryReport(record: RawRecord) {
	const read = readRecord(record);
	const { texts: fields } = read;
	const [externalId, shipmentId] = [fields.get('external_id'), fields.get('shipment_id')];
	const status = fields.get('status');
	const { code, state, final, meaning } = deliveryStatus(status);
	// The `meaning` of a known status says as much.
	const other = otherFields(read, FIELDS, state === 'unknown' ? [] : STATUS_TEXTS);
	const phone = phoneForms(fields.get('phone'));
	const date = readDate(fields.get('date'));
	const statusKey = code === undefined ? status : String(code);
	const who = externalId ?? phone.key;
	const parts = [shipmentId ?? '', statusKey, minuteOf(date)];
	// n8n shows the fields in this order: the most wanted first.
	return {
		phone: phone.shown,
		state,
		date,
		final,
		meaning,
		externalId,
		shipmentId,
		/** As the recipient saw it; not in pushes. */
		sender: fields.get('source'),
		operator: fields.get('operator'),
		/** The gateway's code, or its text if that is not a number. */
		status: code ?? status,
		phoneInternational: phone.international,
		...(other && { other }),
		eventId: eventId('deliveryReport', who, parts, record, other),
	};
}

export type DeliveryReport = ReturnType<typeof readDeliveryReport>;

/** Joins the reports of consecutive windows, which share a minute. Within one window every report counts. */
export function mergeReports<Report extends object>(windows: Report[][]): Report[] {
	if (windows.length === 1) return windows.flat();
	const known = new Set<string>();
	return windows.flatMap((reports) => {
		const texts = reports.map((report) => JSON.stringify({ ...report, envelope: undefined }));
		const fresh = reports.filter((_, at) => !known.has(texts[at] ?? ''));
		for (const text of texts) known.add(text);
		return fresh;
	});
}

// Assumption: externalIdSpelling
/** How a returned ID may match a requested one, strictest first: exactly, ignoring case, ignoring leading zeros. */
const SPELLINGS: ReadonlyArray<(id: string) => string> = [
	(id) => id,
	(id) => id.toLowerCase(),
	(id) => id.replace(/^0+(?=[1-9]\d*$|0$)/, ''),
];

/** Groups reports by the requested external IDs; `others` match none. A report without a known ID may hold one in any field. */
export function reportsById<Report extends { externalId?: unknown; other?: unknown }>(
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
