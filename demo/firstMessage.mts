import { output, type N8nRest } from './n8nRest.mts';
import { until } from './until.mts';

export interface SentMessage {
	externalId: string;
	phone: string;
	executionId: string;
}

export interface DeliveryReport {
	executionId: string;
	externalId: string;
	phone: string;
	status: string;
	meaning: string;
}

export async function sendFirstMessage(rest: N8nRest, workflowId: string): Promise<SentMessage> {
	const { executionId } = await rest.run(workflowId, 'When clicking ‘Execute workflow’');
	const execution = await rest.ended(executionId);
	const { error } = execution.data.resultData;
	if (execution.status !== 'success') {
		const reason = [error?.message, error?.description].filter(Boolean).join(' ');
		throw new Error(`The sending workflow ended with "${execution.status}". ${reason}`);
	}
	const [item] = output(execution, 'Send SMS');
	const { phone, details } = (item ?? {}) as { phone?: string; details?: Partial<SentMessage> };
	const externalId = details?.externalId;
	if (!phone || !externalId)
		throw new Error(`The node names no recipient: ${JSON.stringify(item)}`);
	return { phone, externalId, executionId };
}

/** Waits for the execution of the receiving workflow that this message's delivery report started. */
export async function deliveryReportOf(
	{ externalId }: SentMessage,
	rest: N8nRest,
	workflowId: string,
): Promise<DeliveryReport> {
	let received: string[] = [];
	const look = async () => {
		received = [];
		for (const { id } of await rest.executions(workflowId)) {
			const [report] = output(await rest.ended(id), 'What became of it');
			if (report?.externalId === externalId) {
				return { ...(report as unknown as DeliveryReport), executionId: id };
			}
			received.push(JSON.stringify(report));
		}
		return undefined;
	};
	return await until(look, {
		progress: () => received.length,
		inVain: () =>
			`No delivery report of message ${externalId} came back. ` +
			`Reports of others that did: ${received.join(', ') || 'none'}.`,
	});
}
