import { readDate } from '../values/dates';
import { deliveryStatus } from './deliveryStatus';
import type { DeliveryState } from './deliveryStatus';
import { eventId, minuteOf } from './eventId';
import type { EventRecord } from '../replies/readFields';
import { canonical, readRecord } from '../replies/readFields';
import { phoneForms } from '../phones/phone';

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
