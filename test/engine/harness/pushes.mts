import type { INodeParameters } from 'n8n-workflow';
import { writeTime } from '../../../sandbox/israelTime.mts';
import { INCOMING as TEXT } from '../../unit/gateway/pushes.mts';
import type { PushRequest } from './fakeExchange.mts';
import { eventsOf, TriggerHost, type HostOptions } from './triggerHost.mts';

export { BLOCKED as BLOCK, REPORT } from '../../unit/gateway/pushes.mts';
export const INCOMING = { ...TEXT, message: 'כן, stop & go + more', dest: '0559000100' };

/** The current time, as in pushes. */
export const nowFields = () => writeTime(Date.now(), 'second');

let workflows = 0;

/** The trigger of a new workflow, because what it has had is remembered by workflow. */
export const pushTrigger = (
	parameters: INodeParameters = {},
	options: Partial<HostOptions> = {},
): Promise<TriggerHost> =>
	TriggerHost.start({
		type: 'textMeTrigger',
		parameters: {
			events: ['deliveryReport', 'incomingMessage', 'blocklistAddition'],
			...parameters,
		},
		workflowId: `push-${++workflows}`,
		...options,
	});

/** Delivers a push to a new trigger. Returns the answer and the workflow's events. */
export async function receivePush(request: PushRequest, parameters?: INodeParameters) {
	const delivery = await (await pushTrigger(parameters)).deliver(request);
	return { ...delivery, events: eventsOf(await delivery.run), started: delivery.run !== undefined };
}
