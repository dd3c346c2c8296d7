import { output } from '../../demo/n8nRest.mts';
import { lastMessage, post } from '../e2e/harness/askWorkflow.mts';
import { begun as begins, byHand, chosen, goOn, textMe } from '../e2e/harness/byHand.mts';
import { createTextMeCredential } from '../e2e/harness/triggerWorkflow.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import type { QueueN8n } from './queueN8n.mts';

interface Run {
	phone: string;
	parameters: Record<string, unknown>;
	answer: (sandbox: Sandbox) => unknown;
	outcome: string;
}

/** A question by text, and one by link. */
const RUNS: Run[] = [
	{
		phone: '0541000901',
		parameters: { phones: '0541000901', message: 'By hand?', responseType: 'smsReply' },
		answer: (sandbox) => sandbox.handsetReply({ phone: '0541000901', text: 'yes' }),
		outcome: 'answered',
	},
	{
		phone: '0541000902',
		parameters: { phones: '0541000902', message: 'By hand?' },
		answer: (sandbox) => post(lastMessage(sandbox, '0541000902').link, { decision: 'confirm' }),
		outcome: 'approved',
	},
];

/** Starts runs by hand, which workers run too, and lets them wait. The returned function answers until all have ended. */
export async function manualRuns({ rest, sandbox, workers }: QueueN8n) {
	const credential = await createTextMeCredential(rest, sandbox);
	const begun = await Promise.all(
		RUNS.map(async (run) => {
			const source = chosen(sandbox.account.number);
			const parameters = { operation: 'sendAndWait', source, ...run.parameters };
			const row = [textMe('Ask', credential, parameters), goOn];
			const executionId = await begins(rest, byHand(`By hand, ${run.phone}`, row));
			const started = `Worker started execution ${executionId} `;
			const isOnWorker = workers.some(({ tail }) => tail(1000).includes(started));
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
		await answer(sandbox);
		const execution = await rest.ended(executionId);
		const [came] = output(execution, goOn.name);
		return {
			isRight: execution.status === 'success' && came?.outcome === outcome,
			// Other workflows answer the reply.
			texts: sandbox.messages({ phone, textIncludes: 'By hand?' }).length,
		};
	}
}
