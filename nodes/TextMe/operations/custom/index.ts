import type { Resource } from '../../operation';
import { call } from './call';

export const custom: Resource = { name: 'Raw Request', value: 'custom', operations: [call] };
