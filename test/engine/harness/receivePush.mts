import type { INodeParameters } from 'n8n-workflow';

import type { PushRequest } from './fakeExchange.mts';
import { eventsOf, TriggerHost, type HostOptions } from './triggerHost.mts';

export const ALL_EVENTS = ['deliveryReport', 'incomingMessage', 'blocklistAddition'];

let workflows = 0;

/** The trigger of a new workflow, because what it has had is remembered by workflow. */
export const pushTrigger = (
	parameters: INodeParameters = {},
	options: Partial<HostOptions> = {},
): Promise<TriggerHost> =>
	TriggerHost.start({
		type: 'textMeTrigger',
		parameters: { events: ALL_EVENTS, ...parameters },
		workflowId: `push-${++workflows}`,
		...options,
	});

/** Delivers a push to a new trigger. Returns the answer and the workflow's events. */
export async function receivePush(request: PushRequest, parameters?: INodeParameters) {
	const delivery = await (await pushTrigger(parameters)).deliver(request);
	return { ...delivery, events: eventsOf(await delivery.run), started: delivery.run !== undefined };
}
