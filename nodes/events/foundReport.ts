import type { DeliveryReport } from '../../gateway/events/deliveryReport';
import { readDeliveryReport } from '../../gateway/events/deliveryReport';
import { executionOf } from '../texts/runId';

export interface FoundReport extends DeliveryReport {
	/** The execution that sent the message, if the external ID is ours. */
	executionId?: string;
}

export function readFoundReport(record: Readonly<Record<string, unknown>>): FoundReport {
	const { eventId, ...report } = readDeliveryReport(record);
	return { ...report, ...executionOf(report.externalId), eventId };
}
