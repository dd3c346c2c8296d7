import type { Resource } from '../../operation';
import { send } from './send';

export const voice: Resource = { name: 'Voice', value: 'voice', operations: [send] };
