import type { INodeParameters } from 'n8n-workflow';

import { onlySentElement } from './sentElements.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

export const PASSWORD = 'Pa<ss>"w&rd\'7 ';

export const create = (
	values: INodeParameters = {},
	options: INodeParameters = {},
): INodeParameters => ({
	resource: 'subAccount',
	operation: 'create',
	name: 'Haifa branch',
	username: 'branch-haifa',
	password: PASSWORD,
	source: 'MyShop',
	credits: 100,
	...values,
	options,
});

export const topUp = (
	values: INodeParameters = {},
	options: INodeParameters = {},
): INodeParameters => ({
	resource: 'subAccount',
	operation: 'topUp',
	username: 'demo-sub',
	topUpWith: 'credits',
	amount: 40,
	...values,
	options,
});

export const getBalances = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'subAccount',
	operation: 'getBalances',
	options,
});

/** Works for the reseller, who alone may have sub-accounts. */
export const asReseller = (fixture: SandboxFixture) => ({
	run: (parameters: INodeParameters, options: SandboxRun = {}) =>
		fixture.run(parameters, { account: fixture.sandbox.reseller, ...options }),

	/** `userDetails` of the only request made. */
	userDetails: (root: 'addSub' | 'updateAmountSub') => onlySentElement(fixture, root).userDetails,

	reseller: () => fixture.sandbox.accountView('demo-reseller'),
});
