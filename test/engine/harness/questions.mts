import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parametersFor } from './calls.mts';
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

/** Any time in Israel. */
export const AT = expect.stringMatching(/T\d\d:\d\d:\d\d\+0[23]:00$/) as string;

export const questionOutput = (of: IDataObject, details: IDataObject = {}): IDataObject => ({
	accepted: true,
	phone: '0501234567',
	result: 'Accepted',
	details: {
		externalId: expect.stringMatching(/^n8n-/) as string,
		shipmentId: expect.any(String) as string,
		segments: 2,
		encoding: 'GSM-7',
		sentAt: AT,
		...details,
	},
	...of,
});

export const CONFIRM = { decision: 'confirm' };

export const press = async (
	run: WaitingRun | ConstructorParameters<typeof WaitingRun>[0],
	body: unknown,
	query: IDataObject = {},
) =>
	await (run instanceof WaitingRun ? run : new WaitingRun(run)).open({
		method: 'POST',
		query,
		body,
	});
