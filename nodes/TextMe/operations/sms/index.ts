import type { Resource } from '../../operation';
import { send } from './send';
import { sendBulk } from './sendBulk';

export const sms: Resource = { name: 'SMS', value: 'sms', operations: [send, sendBulk] };
