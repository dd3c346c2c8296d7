import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { DateInput } from '../../../gateway/dates';
import { toInstant } from '../../../gateway/dates';
import type { Recipient } from '../../../gateway/deliveryOutcome';
import type { Wait, Watch } from '../../TextMeWatcher/watch';
import { isTool } from '../agent/tool';
import { commonSettings } from '../fields/commonOptions';
import { deliveryLimit, waitForDeliveryOption } from '../fields/waiting';
import type { Operation } from '../operation';
import type { Parameters } from '../parameters';

/** Whether a node is set to wait for delivery. A model that waits for its tool does not: it can look the delivery up later. */
export const waitsForDelivery = ({ options: offered = [] }: Operation, node: INode): boolean =>
	!isTool(node) &&
	offered.includes(waitForDeliveryOption) &&
	(node.parameters.options as IDataObject | undefined)?.waitForDelivery !== undefined;

/** What there is to wait for of what has come out, one item for each input item; `undefined` when there is nothing. */
export function deliveryWatch(
	parameters: Parameters[],
	output: INodeExecutionData[],
	goesOn: boolean,
): Watch | undefined {
	const since = Date.now();
	const items = parameters.map((own, index) => {
		const { json } = output[index] ?? { json: {} };
		return { json, wait: waitFor(own, recipientsOf(json), since) };
	});
	if (items.every(({ wait }) => wait === undefined)) return undefined;
	return { since, stopOnDoubt: !goesOn, items };
}

function waitFor(parameters: Parameters, recipients: Recipient[], now: number): Wait | undefined {
	if (recipients.length === 0) return undefined;
	const { onBehalfOf, timeoutSeconds } = commonSettings(parameters);
	const timing = parameters.option<DateInput>('timing');
	const begin = timing === undefined ? now : Math.max(now, toInstant(timing));
	const until = begin + (deliveryLimit(parameters) ?? 0);
	return { recipients, begin, until, onBehalfOf, timeoutSeconds };
}

/** The numbers of a send that was accepted, or may have been. */
function recipientsOf({ recipients, details }: IDataObject): Recipient[] {
	const { outcome, externalIds = [] } = (details ?? {}) as IDataObject;
	return outcome === 'unknown'
		? (externalIds as string[]).map((externalId) => ({ externalId }))
		: ((recipients ?? []) as unknown as Recipient[]);
}
