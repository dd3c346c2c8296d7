import { instantOf } from './dates';
import type { DeliveryReport } from './deliveryReport';
import type { DeliveryState } from './deliveryStatus';
import { shownPhone } from './phone';

/** A number a message was sent to. Of a send whose answer was lost only the external id may be known. */
export interface Recipient {
	externalId: string;
	phone?: string;
}

/** What became of the message to one number. */
export interface RecipientState extends Recipient {
	delivered: boolean;
	state: DeliveryState;
	/** Whether no other state is to be expected. */
	final: boolean;
	/** The code of the gateway and what it means; missing while there is no report. */
	status?: number | string;
	meaning?: string;
	/** When the state was recorded: ISO 8601 with Israel's offset. */
	date?: string;
}

/** `timedOut` while a number has no final state; whether it is too late or not is for the caller to know. */
export type DeliveryOutcome = 'delivered' | 'partlyDelivered' | 'notDelivered' | 'timedOut';

// Assumption: noReportYet
/** What is known while there is no report. */
export const withoutReport = ({ externalId, phone }: Recipient): RecipientState => ({
	...(phone === undefined ? {} : { phone }),
	externalId,
	delivered: false,
	state: 'unknown',
	final: false,
});

const when = ({ date }: DeliveryReport): number => instantOf(date) ?? 0;

/** A final report counts more than any other, then the later one, then the one further down. */
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
 * The state of one number by the reports on its external id. Somebody may have used that id before: a report on another
 * campaign or another phone is not about this message. Polled XML leaves the phone out.
 */
export function recipientState(
	recipient: Recipient,
	shipmentId: string | undefined,
	reports: DeliveryReport[],
): RecipientState {
	const phone = shownPhone(recipient.phone);
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

/** What became of a message to several numbers as a whole. */
export function deliveryOutcome(states: RecipientState[]): DeliveryOutcome {
	if (states.some(({ final }) => !final)) return 'timedOut';
	if (states.every(({ delivered }) => delivered)) return 'delivered';
	return states.some(({ delivered }) => delivered) ? 'partlyDelivered' : 'notDelivered';
}
