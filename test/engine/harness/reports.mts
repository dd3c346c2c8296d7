import type { INodeParameters } from 'n8n-workflow';
import { parametersFor, sendSms } from './calls.mts';
import type { Encoding, SandboxFixture } from './useSandbox.mts';

const DAY = { from: '2026-01-15T00:00:00', to: '2026-01-16T00:00:00' };

const get = (operation: string, usual: INodeParameters) =>
	parametersFor('report', operation, { ...DAY, ...usual });

export const getByDate = get('getByDate', { returnAll: true });
export const getByExternalId = get('getByExternalId', { externalIds: 'a' });
export const getIncomingMessages = get('getIncomingMessages', { returnAll: true });

/** Sends a message to each phone, with the external ID of the same index. */
export async function sendMessages(
	fixture: SandboxFixture,
	phones: string[],
	externalIds: string[],
): Promise<void> {
	const { error } = await fixture.run(sendSms({ phones }, { externalIds: externalIds.join() }));
	expect(error).toBeUndefined();
}

export async function reportsArrive({ sandbox }: SandboxFixture): Promise<void> {
	await sandbox.advanceClock(60_000);
}

/** What the actions give out for a delivered message. XML leaves out four fields (specification, dlr). */
export const deliveredReport = (externalId: string, shipmentId: string, encoding: Encoding) => ({
	eventId: `deliveryReport|${externalId}|${shipmentId}|102|2026-01-15T10:00`,
	...{ externalId, shipmentId, status: 102, state: 'delivered', final: true },
	...{ meaning: 'Delivered', date: '2026-01-15T10:00:00+02:00' },
	...(encoding === 'json' && {
		...{ sender: 'TextMe', phone: '0501234567', phoneInternational: '+972501234567' },
		operator: 'Pelephone',
	}),
});
