import type { Resource } from '../../operation';
import { create } from './create';
import { getBalances } from './getBalances';
import { topUp } from './topUp';

export const subAccount: Resource = {
	name: 'Sub-Account',
	value: 'subAccount',
	operations: [create, getBalances, topUp],
};
