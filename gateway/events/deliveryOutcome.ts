import { instantOf } from '../values/dates';
import type { DeliveryReport } from './deliveryReport';
import type { DeliveryState } from './deliveryStatus';
import { phoneForms } from '../phones/phone';

/** A number that a message went to. A rehearsal knows only the external ID. */
export interface TextedPhone {
	externalId: string;
	phone?: string;
}

export interface RecipientState extends TextedPhone {
	delivered: boolean;
	state: DeliveryState;
	/** Whether the gateway will report no further state. */
	final: boolean;
	/** The gateway's code and its meaning; missing until the first report. */
	status?: number | string;
	meaning?: string;
	/** When the carrier recorded the state: ISO 8601 with Israel's offset. */
	date?: string;
}

/** `timedOut` means: some number has no final state yet. The caller decides whether the time is over. */
export type DeliveryOutcome = 'delivered' | 'partlyDelivered' | 'notDelivered' | 'timedOut';

// Assumption: noReportYet
export const withoutReport = ({ externalId, phone }: TextedPhone): RecipientState => ({
	...(phone === undefined ? {} : { phone }),
	externalId,
	delivered: false,
	state: 'unknown',
	final: false,
});

const when = ({ date }: DeliveryReport): number => instantOf(date) ?? 0;

/** Of several reports a final one counts, then the latest, then the last in the list. */
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
 * The state of one number, from the delivery reports on its external ID. Reports on another campaign or phone do not count:
 * people reuse an ID. Reports without a phone count: polled XML leaves the phone out.
 */
export function recipientState(
	recipient: TextedPhone,
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

export function deliveryOutcome(states: RecipientState[]): DeliveryOutcome {
	if (states.some(({ final }) => !final)) return 'timedOut';
	if (states.every(({ delivered }) => delivered)) return 'delivered';
	return states.some(({ delivered }) => delivered) ? 'partlyDelivered' : 'notDelivered';
}
