import { sandboxCredential } from '../demo/sandboxCredential.mts';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { sum } from './figures.mts';
import { startStandIns } from './standIns.mts';

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Everything n8n talks to during the benchmark. */
export async function startServices(latencyMs: number) {
	// A frozen clock, so that no deliveries disturb other measurements.
	const sandbox = await startSandbox({ latencyMs, requestLogSize: 1 });
	const standIns = await startStandIns(latencyMs);
	return {
		sandbox,
		peopleUrl: standIns.url,
		env: standIns.env,
		credentials: {
			textMeApi: sandboxCredential(sandbox),
			httpHeaderAuth: { name: 'Authorization', value: `Bearer ${sandbox.account.token}` },
			twilioApi: { authType: 'authToken', accountSid: 'AC00000000', authToken: 'none' },
		},
		reset: () => {
			sandbox.reset();
			standIns.reset();
		},
		/** Since `reset`: the people texted, and the requests. */
		counts: () => {
			const { messages, requests } = sandbox.counters();
			const others = standIns.texted();
			return { texted: messages + others, requests: sum(Object.values(requests)) + others };
		},
		close: async () => {
			await standIns.close();
			await sandbox.close();
		},
	};
}
