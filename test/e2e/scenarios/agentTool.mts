import { expect } from 'expect';
import { output } from '../../../demo/n8nRest.mts';
import { AGENT, agentWorkflow, callOf, SEND, tool, withAgents } from '../harness/agentWorkflow.mts';
import { carriedOut } from '../harness/byHand.mts';

/** An agent's version, the usual phone, and the phone for which the service's answer gets lost. */
const AGENTS = [
	[3, '0531111101', '0531111102'],
	[2.2, '0521111101', '0521111102'],
] as const;

await withAgents(async ({ rest, sandbox, model, textMeApi, openAiApi }) => {
	const retried = { retryOnFail: true, waitBetweenTries: 10 };
	const tools = [
		tool('Send SMS', textMeApi, SEND, retried),
		tool('Send Offer', textMeApi, SEND, retried),
	];
	for (const [version, phone, lost] of AGENTS) {
		const send = callOf('Send_SMS', { Phone_Numbers: phone, Message: 'On its way' });
		const sendLost = callOf('Send_SMS', { Phone_Numbers: lost, Message: 'Lost' });
		// Two more than a tool may send by default.
		const offers = Array.from({ length: 12 }, (_, n) => ({
			tool: 'Send_Offer',
			with: { Phone_Numbers: phone, Message: `Offer ${n}` },
		}));
		model.follow(
			send,
			send,
			() => {
				sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after' });
				return sendLost;
			},
			sendLost,
			{ calls: offers },
			{ say: 'Done.' },
		);
		const execution = await carriedOut(rest, agentWorkflow(openAiApi, tools, version));
		expect(execution.status).toBe('success');
		expect(output(execution, AGENT)).toEqual([{ output: 'Done.' }]);

		const told = model.tools().find((one) => one.function.name === 'Send_SMS')?.function;
		expect(Object.keys(told?.parameters.properties ?? {})).toEqual(['Phone_Numbers', 'Message']);
		expect(told?.description).toMatch(
			/Use it only to text somebody.*costs money.*Returns accepted.*Phone Numbers: Separate several/s,
		);

		const results = model.results().map((result) => JSON.parse(result) as unknown);
		const [sent, again, unknown, unknownAgain, ...offered] = results;
		const aText = expect.any(String);
		const text = {
			...{ accepted: true, phone, result: 'Accepted', segments: 1 },
			...{ shipmentId: aText, externalId: aText },
		};
		expect(sent).toEqual([text]);
		const note = expect.stringContaining('Nothing was sent again.');
		expect(again).toEqual([{ ...text, note }]);
		const whatToDo = expect.stringContaining('look it up with Report, Get by External ID');
		expect(unknown).toMatchObject([{ outcome: 'unknown', retryable: false, whatToDo }]);
		expect(unknownAgain).toEqual(unknown);
		// Exactly once, despite Retry On Fail and the lost answer.
		expect(sandbox.timesSent(phone, 'On its way')).toBe(1);
		expect(sandbox.timesSent(lost, 'Lost')).toBe(1);
		const refused = offered.filter((one) => !JSON.stringify(one).includes('"accepted":true'));
		const error = expect.stringContaining("'Maximum Messages' is 10");
		expect([offered.length, refused]).toMatchObject([12, [[{ error }], [{ error }]]]);
		const offersTo = sandbox.messages({ phone }).filter((one) => one.text.startsWith('Offer'));
		expect(offersTo).toHaveLength(10);
	}
});
