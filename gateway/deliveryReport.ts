import { readDate } from './dates';
import { deliveryStatus } from './deliveryStatus';
import type { DeliveryState } from './deliveryStatus';
import { eventId, minuteOf } from './eventId';
import type { EventRecord } from './fields';
import { canonical, readRecord } from './fields';
import { phoneForms } from './phone';

export interface DeliveryReport extends EventRecord {
	state: DeliveryState;
	final: boolean;
	/** What the status means, in English. */
	meaning: string;
	externalId: string | undefined;
	/** The campaign of the message. */
	shipmentId: string | undefined;
	/** The sender the message went out as; not in pushes. */
	sender: string | undefined;
	operator: string | undefined;
	/** The status code of the gateway, or its text if that is not a number. */
	status: number | string | undefined;
}

const FIELDS = [...['external_id', 'shipment_id', 'source', 'phone', 'status', 'date', 'operator']];

/** Fields that only repeat `meaning` if the status is on record. */
const STATUS_TEXTS: readonly string[] = ['he_message', 'en_message'];

const withoutStatusTexts = (other: Record<string, unknown> = {}): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(other).filter(([name]) => !STATUS_TEXTS.includes(canonical(name))),
	);

// Assumption: reportRecords
/**
 * Reads a delivery report, pushed or polled, JSON or XML.
 *
 * An event has the same `eventId` whether it is pushed or polled. The `eventId` is made of the external id, the campaign,
 * the status and the minute, and of the phone only if there is no external id: polled XML leaves the phone out.
 * `identitiesOf` tells apart the reports that share all of these.
 *
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
	// In the order of the output: what people look for comes first.
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
		eventId: eventId('deliveryReport', who, [shipmentId, statusKey, minuteOf(date)], record),
	};
}
