import type { Resource } from '../../operation';
import { send } from './send';

export const sms: Resource = { name: 'SMS', value: 'sms', operations: [send] };
