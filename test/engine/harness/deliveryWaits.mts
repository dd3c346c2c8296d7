import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sentElements } from './sentElements.mts';
import { sendSms } from './smsSend.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';
import { useWatchedRuns } from './watchedRuns.mts';

export const waitFor = (amount: number, unit = 'minutes') => ({
	waitForDelivery: { values: { amount, unit } },
});

/** SMS Send to each item's number, with "Wait for Delivery". */
export const sendToEach = (
	values: INodeParameters = {},
	options: INodeParameters = waitFor(30),
): INodeParameters => sendSms({ phones: '={{ $json.phone }}', ...values }, options);

export function useDeliveryWaits(fixture: SandboxFixture) {
	const { begin, due, end, pass } = useWatchedRuns(fixture);
	return {
		due,
		end,
		pass,
		sent: (phones: string[], parameters = sendToEach(), options: SandboxRun = {}) =>
			begin(phones, parameters, options),
		/** The number of messages in each status request. */
		askedCounts: () =>
			sentElements(fixture, 'dlr').map(
				({ transactions }) => ((transactions as IDataObject).external_id as string[]).length,
			),
	};
}
