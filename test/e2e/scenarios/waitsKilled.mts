import { setTimeout as sleep } from 'node:timers/promises';
import { output } from '../../../demo/n8nRest.mts';
import { byHand, START, textMe, waitForDelivery } from '../harness/byHand.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const WAITS = 16;
/** Milliseconds between two starts, so that each wait is at another step when n8n is killed. */
const APART = 120;

const phoneOf = (n: number) => `050111${String(1000 + n)}`;

/** Starts sends that each wait for two deliveries. Kills n8n while they start, and while they look. */
await scenario(async (real) => {
	const { rest, sandbox } = real;
	const credential = await createTextMeCredential(rest, sandbox);
	const send = textMe('Send', credential, {
		phones: '={{ $json.phone }}',
		message: '=Hello {{ $execution.id }}',
		options: waitForDelivery(10),
	});
	const items = [{ phone: phoneOf(1) }, { phone: '0509999801' }];
	const { id } = await rest.createWorkflow(byHand('Killed', [send], items));
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
	const waiting = async () =>
		(await rest.executions(id, { status: ['waiting'] })).map((one) => one.id);
	await begin(WAITS);
	await until(async () => (await waiting()).length >= WAITS / 2);
	const waited = new Set(await waiting());
	await real.n8n.kill();
	await real.startAgain();
	const looks = () => sandbox.requests({ root: 'dlr' }).length;
	const before = looks();
	await begin(WAITS);
	// Kills n8n while some still look and others already continue.
	await until(() => looks() >= before + WAITS / 2);
	for (const one of await waiting()) waited.add(one);
	await real.n8n.kill();
	await real.startAgain();

	const results = await Promise.all(
		begun.map(async (executionId) => {
			const execution = await rest.ended(executionId);
			const items = output(execution, send.name);
			const outcomes = items.map((item) =>
				item.isArtificialRecoveredEventItem ? 'recovered' : item.outcome,
			);
			const { error } = execution.data.resultData;
			return { status: execution.status, outcomes, error: error?.message };
		}),
	);
	const counts: Record<string, number> = {};
	for (const { status, outcomes, error } of results) {
		const said = status === 'error' ? `, ${error}` : '';
		const name = `${status}: ${outcomes.join(', ')}${said}`;
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return {
		counts,
		waited: begun.filter((one) => waited.has(one)).length,
		repeated: sandbox.counters().repeated,
	};
});
