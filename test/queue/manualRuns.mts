import { output } from '../../demo/n8nRest.mts';
import { lastMessage, post } from '../e2e/harness/askWorkflow.mts';
import { begun as begins, byHand, goOn, textMe, waitForDelivery } from '../e2e/harness/byHand.mts';
import { createTextMeCredential } from '../e2e/harness/triggerWorkflow.mts';
import type { QueueN8n } from './queueN8n.mts';

interface Run {
	phone: string;
	parameters: Record<string, unknown>;
	answer?: (link: string) => Promise<unknown>;
	outcome: string;
}

/** A send that waits for delivery, and a question by link. */
const RUNS: Run[] = [
	{
		phone: '0541000901',
		parameters: { phones: '0541000901', message: 'By hand', options: waitForDelivery(10) },
		outcome: 'delivered',
	},
	{
		phone: '0541000902',
		parameters: { operation: 'sendAndWait', phone: '0541000902', message: 'By hand?' },
		answer: (link) => post(link, { decision: 'confirm' }),
		outcome: 'approved',
	},
];

/** Starts runs by hand, which workers run too, and lets them wait. The returned function answers until all have ended. */
export async function manualRuns({ rest, sandbox, workers }: QueueN8n) {
	const credential = await createTextMeCredential(rest, sandbox);
	const begun = await Promise.all(
		RUNS.map(async (run) => {
			const row = [textMe('Send', credential, run.parameters), goOn];
			const executionId = await begins(rest, byHand(`By hand, ${run.phone}`, row));
			const started = `Worker started execution ${executionId} `;
			const isOnWorker = workers.some(({ process }) => process.tail(1000).includes(started));
			return { ...run, executionId, isOnWorker };
		}),
	);

	return async () => {
		const results = await Promise.all(begun.map(outcomeOf));
		return {
			runs: RUNS.length,
			notOnWorkers: begun.filter(({ isOnWorker }) => !isOnWorker).length,
			wrong: results.filter(({ isRight }) => !isRight).length,
			doubledTexts: results.filter(({ texts }) => texts > 1).length,
		};
	};

	async function outcomeOf({ executionId, phone, answer, outcome }: (typeof begun)[number]) {
		await answer?.(lastMessage(sandbox, phone).link);
		const execution = await rest.ended(executionId);
		const [came] = output(execution, goOn.name);
		return {
			isRight: execution.status === 'success' && came?.outcome === outcome,
			texts: sandbox.messages({ phone }).length,
		};
	}
}
