import type { IDataObject } from 'n8n-workflow';

import { WaitingRun, type PageAnswer } from './waitingRun.mts';

/** Any time in Israel. */
export const AT = expect.stringMatching(/T\d\d:\d\d:\d\d\+0[23]:00$/) as string;

export const questionOutput = (of: IDataObject): IDataObject => ({
	accepted: true,
	phone: '0501234567',
	result: 'Accepted',
	externalId: expect.stringMatching(/^n8n-/) as string,
	shipmentId: expect.any(String) as string,
	segments: 2,
	encoding: 'GSM-7',
	sentAt: AT,
	...of,
});

export const CONFIRM = { decision: 'confirm' };

export const press = async (
	run: WaitingRun | ConstructorParameters<typeof WaitingRun>[0],
	body: unknown,
	query: IDataObject = {},
): Promise<PageAnswer> =>
	await (run instanceof WaitingRun ? run : new WaitingRun(run)).open({
		method: 'POST',
		query,
		body,
	});
