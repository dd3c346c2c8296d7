import { answersOf, askWorkflow } from '../harness/askWorkflow.mts';
import { begun, chosen, limitWait, START, started, waits } from '../harness/byHand.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const DANA = '0501111101';
const OMER = '0501111102';
const GAL = '0501111103';
const NOA = '0501111104';

/** Questions that people answer by text while n8n is killed and started again. */
await scenario(async (real) => {
	const { rest, sandbox } = real;
	const credential = await createTextMeCredential(rest, sandbox);
	const question = (name: string, phones: string[], minutes = 30) =>
		askWorkflow(credential, phones, {
			source: chosen(sandbox.account.number),
			message: `=${name} {{ $execution.id }}?`,
			responseType: 'smsReply',
			options: limitWait(minutes),
		});
	const asks = async (workflowId: string) => {
		const { executionId } = await rest.run(workflowId, START);
		await waits(rest, executionId);
		return executionId;
	};
	const reply = (phone: string, text: string) =>
		sandbox.handsetReply({ phone, text, dest: sandbox.account.number });

	reply(DANA, 'said before');
	const several = await begun(rest, question('Several', [DANA, OMER]));
	// May be over before anybody sees it wait.
	const { executionId: silent } = await started(rest, question('Silent', [NOA], 1));
	const { id: survey } = await rest.createWorkflow(question('Survey', [GAL]));
	const [earlier, later] = [await asks(survey), await asks(survey)];
	reply(OMER, 'of Omer');
	await killAtRest(real);
	await real.startAgain(clockAhead(0));
	reply(GAL, 'to the later');
	reply(DANA, 'of Dana');
	const answered = { several: await answersOf(rest, several), later: await answersOf(rest, later) };
	return {
		...answered,
		earlier: await answersOf(rest, earlier),
		silent: await answersOf(rest, silent),
		texts: sandbox.messages().length,
		repeated: sandbox.counters().repeated,
	};
});
