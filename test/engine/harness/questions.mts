import type { INodeParameters } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';
import type { SandboxFixture } from './useSandbox.mts';
import { WaitingRun } from './waitingRun.mts';

/** SMS Send and Wait for Response: asks one person for approval, with a long link. */
export const ask = parametersFor(
	'sms',
	'sendAndWait',
	{
		source: { __rl: true, mode: 'id', value: 'TextMe' },
		phones: '050-123-4567',
		message: 'Approve order 1042?',
	},
	{ shortenLink: false },
);

export const limitWait = (values: INodeParameters) => ({ limitWaitTime: { values } });

export const limitWaitTo = (resumeAmount: number | string, resumeUnit = 'hours') =>
	limitWait({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });

export async function asked(
	fixture: SandboxFixture,
	values: INodeParameters = {},
): Promise<WaitingRun> {
	const { run, error } = await fixture.run(ask(values));
	expect(error).toBeUndefined();
	return new WaitingRun(run);
}
