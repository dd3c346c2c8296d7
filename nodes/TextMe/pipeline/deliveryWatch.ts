import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Recipient } from '../../../gateway/deliveryOutcome';
import type { Wait, Watch } from '../../waiting/wait';
import { commonSettings } from '../fields/commonOptions';
import { sendTime } from '../fields/sendingHours';
import { deliveryLimit } from '../fields/waiting';
import type { Parameters } from '../parameters';

/** The deliveries to wait for, one item for each input item; `undefined` when there are none. */
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
	const begin = Math.max(now, sendTime(parameters).at ?? now);
	const until = begin + (deliveryLimit(parameters) ?? 0);
	return { recipients, begin, until, onBehalfOf, timeoutSeconds };
}

/** The recipients of a send that was accepted, or whose outcome is unknown. */
function recipientsOf({ recipients, details }: IDataObject): Recipient[] {
	const { outcome, externalIds = [] } = (details ?? {}) as IDataObject;
	return outcome === 'unknown'
		? (externalIds as string[]).map((externalId) => ({ externalId }))
		: ((recipients ?? []) as unknown as Recipient[]);
}
