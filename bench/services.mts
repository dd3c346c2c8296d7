import { sandboxCredential } from '../demo/sandboxCredential.mts';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { startVendorStub } from './vendorStub.mts';
import { sum } from './figures.mts';
import { startPeopleServer } from './people.mts';

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Everything n8n talks to during the benchmark. */
export async function startServices(latencyMs: number) {
	// A frozen clock, so that no deliveries disturb other measurements.
	const sandbox = await startSandbox({ latencyMs, requestLogSize: 1 });
	const stub = await startVendorStub({ latencyMs });
	const people = await startPeopleServer();
	return {
		sandbox,
		peopleUrl: people.url,
		/** Points n8n's own nodes to the stub. */
		env: stub.env,
		credentials: {
			textMeApi: sandboxCredential(sandbox),
			httpHeaderAuth: { name: 'Authorization', value: `Bearer ${sandbox.account.token}` },
			twilioApi: { authType: 'authToken', accountSid: 'AC00000000', authToken: 'none' },
		},
		reset: () => {
			sandbox.reset();
			stub.reset();
		},
		/** Since `reset`: the people texted, and the requests. */
		counts: () => {
			const { messages, requests } = sandbox.counters();
			const others = stub.requests();
			return {
				texted: messages + others,
				requests: sum(Object.values(requests)) + others,
			};
		},
		close: async () => {
			await people.close();
			await stub.close();
			await sandbox.close();
		},
	};
}
