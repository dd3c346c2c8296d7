import { instantOf } from './dates';
import type { DeliveryReport } from './deliveryReport';
import type { DeliveryState } from './deliveryStatus';
import { phoneForms } from './phone';

/** A number that a message was sent to. In a rehearsal, only the external id is known. */
export interface Recipient {
	externalId: string;
	phone?: string;
}

/** The delivery of a message to one number. */
export interface RecipientState extends Recipient {
	delivered: boolean;
	state: DeliveryState;
	/** Whether no other state is expected. */
	final: boolean;
	/** The code of the gateway and its meaning; missing while there is no report. */
	status?: number | string;
	meaning?: string;
	/** When the state was recorded: ISO 8601 with Israel's offset. */
	date?: string;
}

/** `timedOut` as long as a number has no final state; the caller knows whether its time is over. */
export type DeliveryOutcome = 'delivered' | 'partlyDelivered' | 'notDelivered' | 'timedOut';

// Assumption: noReportYet
export const withoutReport = ({ externalId, phone }: Recipient): RecipientState => ({
	...(phone === undefined ? {} : { phone }),
	externalId,
	delivered: false,
	state: 'unknown',
	final: false,
});

const when = ({ date }: DeliveryReport): number => instantOf(date) ?? 0;

/** The report that counts: a final one before any other, then the latest, then the last one in the list. */
function mostTelling(reports: DeliveryReport[]): DeliveryReport | undefined {
	let best: DeliveryReport | undefined;
	for (const report of reports) {
		const isBetter =
			!best || (report.final === best.final ? when(report) >= when(best) : report.final);
		if (isBetter) best = report;
	}
	return best;
}

/**
 * The state of one number, from the reports on its external id. Reports on another campaign or phone do not count, because
 * the id may have been used before. Reports without a phone do: polled XML leaves the phone out.
 */
export function recipientState(
	recipient: Recipient,
	shipmentId: string | undefined,
	reports: DeliveryReport[],
): RecipientState {
	const phone = phoneForms(recipient.phone).shown;
	const own = reports.filter(
		(report) =>
			report.externalId === recipient.externalId &&
			(!phone || !report.phone || report.phone === phone) &&
			(!shipmentId || !report.shipmentId || report.shipmentId === shipmentId),
	);
	const report = mostTelling(own);
	if (!report) return withoutReport(recipient);
	const { state, final, status, meaning, date } = report;
	return {
		...withoutReport({ phone: report.phone, ...recipient }),
		delivered: state === 'delivered',
		state,
		final,
		status,
		meaning,
		date,
	};
}

/** The outcome of a message to several numbers as a whole. */
export function deliveryOutcome(states: RecipientState[]): DeliveryOutcome {
	if (states.some(({ final }) => !final)) return 'timedOut';
	if (states.every(({ delivered }) => delivered)) return 'delivered';
	return states.some(({ delivered }) => delivered) ? 'partlyDelivered' : 'notDelivered';
}
