import type { Resource } from '../../operation';
import { estimate } from './estimate';
import { send } from './send';
import { sendAndWait } from './sendAndWait';
import { sendBulk } from './sendBulk';

export const sms: Resource = {
	name: 'SMS',
	value: 'sms',
	operations: [send, sendBulk, sendAndWait, estimate],
};
