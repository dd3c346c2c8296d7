import type { INodeParameters } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';
import { onlySentElement } from './sentElements.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

export const PASSWORD = 'Pa<ss>"w&rd\'7 ';

export const create = parametersFor('subAccount', 'create', {
	name: 'Haifa branch',
	username: 'branch-haifa',
	password: PASSWORD,
	source: 'MyShop',
	credits: 100,
});

export const topUp = parametersFor('subAccount', 'topUp', {
	username: 'demo-sub',
	topUpWith: 'credits',
	amount: 40,
});

export const getBalances = parametersFor('subAccount', 'getBalances');

/** For the reseller, who alone may have sub-accounts. */
export const asReseller = (fixture: SandboxFixture) => ({
	run: (parameters: INodeParameters, options: SandboxRun = {}) =>
		fixture.run(parameters, { account: fixture.sandbox.reseller, ...options }),

	userDetails: (root: 'addSub' | 'updateAmountSub') => onlySentElement(fixture, root).userDetails,

	reseller: () => fixture.sandbox.accountView('demo-reseller'),
});
