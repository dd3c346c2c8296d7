import type { INodeParameters } from 'n8n-workflow';

import type { PushRequest } from './fakeExchange.mts';
import { eventsOf, TriggerHost, type HostOptions } from './triggerHost.mts';

/** Every event a push can be, for the parameter of the trigger. */
export const ALL_EVENTS = ['deliveryReport', 'incomingMessage', 'blocklistAddition'];

/** The webhook trigger, for all events. */
export const pushTrigger = (
	parameters: INodeParameters = {},
	options: Partial<HostOptions> = {},
): Promise<TriggerHost> =>
	TriggerHost.start({
		type: 'textMeTrigger',
		parameters: { events: ALL_EVENTS, ...parameters },
		...options,
	});

/** A push to a trigger that has had none before: how it was answered, and what the workflow got of it. */
export async function receivePush(request: PushRequest, parameters?: INodeParameters) {
	const delivery = await (await pushTrigger(parameters)).deliver(request);
	return { ...delivery, events: eventsOf(await delivery.run), started: delivery.run !== undefined };
}
