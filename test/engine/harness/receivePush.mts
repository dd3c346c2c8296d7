import type { INodeParameters } from 'n8n-workflow';

import type { PushRequest } from './fakeExchange.mts';
import { eventsOf, TriggerHost, type HostOptions } from './triggerHost.mts';

export const ALL_EVENTS = ['deliveryReport', 'incomingMessage', 'blocklistAddition'];

export const pushTrigger = (
	parameters: INodeParameters = {},
	options: Partial<HostOptions> = {},
): Promise<TriggerHost> =>
	TriggerHost.start({
		type: 'textMeTrigger',
		parameters: { events: ALL_EVENTS, ...parameters },
		...options,
	});

/** Delivers a push to a new trigger. Returns the answer and the workflow's events. */
export async function receivePush(request: PushRequest, parameters?: INodeParameters) {
	const delivery = await (await pushTrigger(parameters)).deliver(request);
	return { ...delivery, events: eventsOf(await delivery.run), started: delivery.run !== undefined };
}
