import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import fastify from 'fastify';
import { sandboxCredential } from '../demo/sandboxCredential.mts';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { sum } from './figures.mts';

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Milliseconds until a service answers. */
const LATENCY = 20;
/** Loaded into n8n, it sends the requests of n8n's Twilio node to us. */
const hook = new URL('redirectTwilio.mjs', import.meta.url).href;

/**
 * Recipients with different texts of one segment. `order`, for a key, is new in every execution. `name` and `date` are for a
 * text by expression.
 */
const people = (count: number, execution: number) =>
	Array.from({ length: count }, (_, index) => ({
		order: `${execution}-${index}`,
		phone: `050${1_000_000 + index}`,
		name: `Dana Levi ${index}`,
		date: `2026-11-${10 + (index % 20)}T14:30:00+02:00`,
		text: `Hello number ${index}, your order ${700_000 + index} is on its way and arrives today between 14:00 and 16:00.`,
	}));

/**
 * Everything n8n talks to: the sandbox, and a server in place of Twilio, as far as n8n's node can tell, and of the source of
 * recipients. There, `?items=N` gives N people, which HTTP Request turns into items, so that n8n has nothing to compute.
 */
export async function startServices() {
	// A frozen clock, so that no deliveries disturb other measurements.
	const sandbox = await startSandbox({ latencyMs: LATENCY, requestLogSize: 1 });
	let [executions, texted, prepared] = [0, 0, 0];
	const authorization = `Bearer ${sandbox.account.token}`;
	const requested = () => sum(Object.values(sandbox.counters().requests));
	const standIn = fastify({ forceCloseConnections: true });
	standIn.addContentTypeParser('*', (_request, payload, done) => {
		payload.resume().on('end', () => done(null));
	});
	standIn.get<{ Querystring: { items: string } }>('/', ({ query }) =>
		people(Number(query.items), ++executions),
	);
	standIn.post('*', async (_request, reply) => {
		texted += 1;
		await sleep(LATENCY);
		return await reply.code(201).send({ sid: 'SM0000', status: 'queued', error_code: null });
	});
	const peopleUrl = await standIn.listen({ host: '127.0.0.1', port: 0 });
	return {
		sandbox,
		peopleUrl,
		env: { NODE_OPTIONS: `--import=${hook}`, TWILIO: peopleUrl },
		credentials: {
			textMeApi: sandboxCredential(sandbox),
			httpHeaderAuth: { name: 'Authorization', value: authorization },
			twilioApi: { authType: 'authToken', accountSid: 'AC00000000', authToken: 'none' },
		},
		reset: () => {
			sandbox.reset();
			texted = 0;
			prepared = 0;
		},
		/** Texts people, with their phones as external IDs, so that there are reports to read. */
		prepareReports: async (count: number) => {
			const sms = people(count, 0).map(({ phone, text: message }) => ({
				...{ source: 'TextMe', message },
				destinations: { phone: { $: { id: phone }, _: phone } },
			}));
			for (let at = 0; at < count; at += 2500) {
				const bulk = { user: { username: 'demo' }, messages: { sms: sms.slice(at, at + 2500) } };
				await axios.post(`${sandbox.baseUrl}/api`, { bulk }, { headers: { authorization } });
			}
			await sandbox.advanceClock(60_000);
			prepared = requested();
		},
		/** Since `reset`: the people texted, and the requests that `prepareReports` did not make. */
		counts: () => ({
			texted: sandbox.counters().messages + texted,
			requests: requested() + texted - prepared,
		}),
		close: async () => {
			await standIn.close();
			await sandbox.close();
		},
	};
}
