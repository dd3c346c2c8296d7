import type { Resource } from '../../operation';
import { getBalance } from './getBalance';

export const account: Resource = { name: 'Account', value: 'account', operations: [getBalance] };
