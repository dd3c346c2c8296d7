import { instantOf, readDate } from '../values/dates';
import { eventId, minuteOf } from './eventId';
import type { EventRecord } from '../replies/readFields';
import { canonical, readRecord, textsIn } from '../replies/readFields';
import { phoneForms } from '../phones/phone';
import { groupBy } from '../values/lists';

export type DeliveryState =
	| 'delivered'
	| 'failed'
	| 'blocked'
	| 'expired'
	| 'sentUnconfirmed'
	| 'unknown';

export interface DeliveryStatus {
	/** The code as a number; undefined if the report has none. */
	code: number | undefined;
	state: DeliveryState;
	/** Whether the gateway will report no further status. */
	final: boolean;
	meaning: string;
}

type Row = [code: number, state: DeliveryState, final: boolean, meaning: string];

const CARRIER_CODES = { from: 109, to: 132 } as const;

// Assumptions: deliveryStatuses, finalStatuses
/** Source: gateway-api, section 11. Here 0 means delivered, unlike the status of a request. */
const ROWS: readonly Row[] = [
	// A confirmation may still follow.
	[-1, 'sentUnconfirmed', false, 'Sent, the carrier gave no confirmation'],
	[0, 'delivered', true, 'Delivered'],
	[1, 'failed', true, 'Not delivered'],
	// The message may have arrived: only its confirmation timed out. With 103 it did not arrive.
	[2, 'sentUnconfirmed', true, 'Sent, no confirmation came in time'],
	[3, 'failed', true, 'Not delivered'],
	[4, 'failed', true, 'Not delivered by the mobile network'],
	[5, 'failed', true, 'Not delivered'],
	[6, 'failed', true, 'Not delivered'],
	[7, 'blocked', true, 'Not sent, no balance'],
	[14, 'failed', true, 'Not delivered by the mobile network after store and forward'],
	[15, 'blocked', true, 'Filtered (Kosher) number, which receives no messages'],
	[16, 'blocked', true, 'Sending not permitted at that hour'],
	[17, 'blocked', true, 'Blocked for advertising messages'],
	[18, 'blocked', true, 'Message not legal'],
	[101, 'failed', true, 'Not delivered'],
	[102, 'delivered', true, 'Delivered'],
	[103, 'expired', true, 'Expired before it could be delivered'],
	[104, 'failed', true, 'Deleted before it could be delivered'],
	[105, 'failed', true, 'Not delivered'],
	[106, 'failed', true, 'Not delivered'],
	[107, 'failed', true, 'Not delivered'],
	[108, 'failed', true, 'Rejected by the network'],
	...Array.from({ length: CARRIER_CODES.to - CARRIER_CODES.from + 1 }, (_, index): Row => [
		CARRIER_CODES.from + index,
		'failed',
		true,
		'Not delivered (carrier-specific reason)',
	]),
	[201, 'blocked', true, 'Blocked on request of the recipient'],
	// The recipient may come back into coverage. The public record does not say whether another report follows.
	[747, 'failed', false, 'Recipient outside the coverage of the local networks'],
	[998, 'blocked', true, 'No permission to send'],
	[999, 'failed', true, 'Not delivered for a reason the carrier does not know'],
];

const BY_CODE: ReadonlyMap<number, DeliveryStatus> = new Map(
	ROWS.map(([code, state, final, meaning]) => [code, { code, state, final, meaning }]),
);

export const DELIVERY_STATUS_CODES: readonly number[] = [...BY_CODE.keys()];

const CODE = /^\s*([+-]?\d{1,9})\s*$/;

/**
 * The meaning of a delivery report's status. An unknown code is `unknown` and not final, never a failed delivery.
 * Source: gateway-api, section 11.
 */
export function deliveryStatus(code: string | number | undefined): DeliveryStatus {
	const digits = CODE.exec(String(code ?? ''))?.[1];
	const number = digits === undefined ? undefined : Number(digits);
	const known = number === undefined ? undefined : BY_CODE.get(number);
	return known ?? { code: number, state: 'unknown', final: false, meaning: 'Unknown status' };
}

export interface DeliveryReport extends EventRecord {
	state: DeliveryState;
	final: boolean;
	/** The status in words, in English. */
	meaning: string;
	externalId: string | undefined;
	shipmentId: string | undefined;
	/** The sender that the recipient saw; not in pushes. */
	sender: string | undefined;
	operator: string | undefined;
	/** The gateway's status code, or its text if that is not a number. */
	status: number | string | undefined;
}

const FIELDS = [...['external_id', 'shipment_id', 'source', 'phone', 'status', 'date', 'operator']];

/** These fields repeat `meaning` for every known status. */
const STATUS_TEXTS: readonly string[] = ['he_message', 'en_message'];

const withoutStatusTexts = (other: Record<string, unknown> = {}): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(other).filter(([name]) => !STATUS_TEXTS.includes(canonical(name))),
	);

// Assumption: reportRecords
/**
 * Reads a delivery report, pushed or polled, JSON or XML. A push and a poll of the same report get the same `eventId`: external
 * ID, campaign, status and minute. Without an external ID the phone replaces it; otherwise the phone cannot count, because
 * polled XML leaves it out.
 * Source: specification, "dlr", "Delivery report" feed; gateway-api, section 9.
 */
export function readDeliveryReport(record: Readonly<Record<string, unknown>>): DeliveryReport {
	const fields = readRecord(record, FIELDS);
	const [externalId, shipmentId] = [fields.get('external_id'), fields.get('shipment_id')];
	const phone = phoneForms(fields.get('phone'));
	const date = readDate(fields.get('date'));
	const status = fields.get('status');
	const { code, state, final, meaning } = deliveryStatus(status);
	const other = state === 'unknown' ? fields.other : withoutStatusTexts(fields.other);
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
		sender: fields.get('source'),
		operator: fields.get('operator'),
		status: code ?? status,
		phoneInternational: phone.international,
		...(other && Object.keys(other).length > 0 && { other }),
		eventId: eventId('deliveryReport', who, parts, record, fields.other),
	};
}

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
