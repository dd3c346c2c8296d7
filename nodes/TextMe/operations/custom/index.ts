import type { Resource } from '../../operation';
import { call } from './call';

export const custom: Resource = { name: 'Custom', value: 'custom', operations: [call] };
