import { setTimeout as sleep } from 'node:timers/promises';
import { output } from '../../../demo/n8nRest.mts';
import { oneNodeWorkflow, SEND, START } from '../harness/oneNodeWorkflow.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const WAITS = 16;
/** Between the beginnings of two waits, in milliseconds: n8n is killed when each is at another step. */
const APART = 120;
const LIMIT = 420_000;

const phoneOf = (n: number) => `050111${String(1000 + n)}`;

/** Sends that wait for two deliveries each, begun one after the other; n8n is killed while they begin, and while they look. */
await scenario(async (real) => {
	const { rest, sandbox } = real;
	const textMeApi = await createTextMeCredential(rest, sandbox);
	const { id } = await rest.createWorkflow(
		oneNodeWorkflow(
			SEND,
			{
				type: 'n8n-nodes-textme.textMe',
				parameters: {
					source: { __rl: true, mode: 'id', value: 'TextMe' },
					phones: '={{ $json.phone }}',
					message: '=Hello {{ $execution.id }}',
					options: { waitForDelivery: { values: { amount: 10, unit: 'minutes' } } },
				},
				credentials: { textMeApi },
			},
			[{ phone: phoneOf(1) }, { phone: '0509999801' }],
		),
	);
	const begun: string[] = [];
	async function begin(count: number) {
		for (let n = 0; n < count; n++) {
			void rest
				.run(id, START)
				.then(({ executionId }) => begun.push(executionId))
				.catch(() => undefined);
			await sleep(APART);
		}
	}
	await begin(WAITS);
	await real.n8n.kill();
	await real.startAgain();
	await begin(WAITS);
	// In the middle of the looks, and of what goes on after them.
	const looks = () => sandbox.requests({ root: 'dlr' }).length;
	const before = looks();
	while (looks() < before + WAITS / 2) await sleep(20);
	await real.n8n.kill();
	await real.startAgain();

	const results = await Promise.all(
		begun.map(async (executionId) => {
			const execution = await rest.ended(executionId, LIMIT);
			const items = output(execution, SEND);
			return { status: execution.status, outcomes: items.map(({ outcome }) => outcome) };
		}),
	);
	const counts: Record<string, number> = {};
	for (const { status, outcomes } of results) {
		const name = `${status}: ${outcomes.join(', ')}`;
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return { counts, repeated: sandbox.counters().repeated };
});
