import { sandboxCredential } from '../demo/sandboxCredential.mts';
import { startSandbox, type Sandbox } from '../sandbox/startSandbox.mts';
import { startVendorStub } from '../test/e2e/harness/vendorStub.mts';
import type { Contestant } from './contestants.mts';
import { startPeopleServer } from './people.mts';

/** Everything n8n talks to during the benchmark. */
export interface Services {
	sandbox: Sandbox;
	peopleUrl: string;
	/** The environment that leads n8n's own nodes to the stub. */
	env: Record<string, string>;
	credentials: Record<string, Record<string, unknown>>;
	reset: () => void;
	/** Since `reset`. */
	counts: (service: Contestant['service']) => { texted: number; requests: number; checks: number };
	close: () => Promise<void>;
}

const sum = (counts: Record<string, number>) =>
	Object.values(counts).reduce((total, count) => total + count, 0);

export async function startServices(latencyMs: number): Promise<Services> {
	// Its clock stands still, so that it makes no deliveries while others are measured.
	const sandbox = await startSandbox({ latencyMs, requestLogSize: 1 });
	const stub = await startVendorStub({ latencyMs });
	const people = await startPeopleServer();
	return {
		sandbox,
		peopleUrl: people.url,
		env: stub.env,
		credentials: {
			textMeApi: sandboxCredential(sandbox),
			httpHeaderAuth: { name: 'Authorization', value: `Bearer ${sandbox.account.token}` },
			twilioApi: { authType: 'authToken', accountSid: 'AC00000000', authToken: 'none' },
			sms77Api: { apiKey: 'none' },
		},
		reset: () => {
			sandbox.reset();
			stub.reset();
		},
		counts: (service) => {
			if (service === 'vendorStub') {
				return { texted: stub.requests(), requests: stub.requests(), checks: 0 };
			}
			const { messages, requests } = sandbox.counters();
			return { texted: messages, requests: sum(requests.live), checks: sum(requests.test) };
		},
		close: async () => {
			people.close();
			await stub.close();
			await sandbox.close();
		},
	};
}
