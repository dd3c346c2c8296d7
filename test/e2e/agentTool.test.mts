import { runScenario } from './harness/runScenario.mts';

interface AgentRun {
	results: unknown[][];
	tools: Array<{ name: string; description: string; parameters: string[] }>;
}

const aText = expect.any(String) as string;
const containing = (text: string) => expect.stringContaining(text) as string;

test('a model has the node as a tool: it is told what for, texts nobody twice, and is kept from what nobody has allowed', async () => {
	const runs = await runScenario<Record<'agent3' | 'agent2', AgentRun>>('agentTool');
	for (const [agent, phone] of [
		['agent3', '0531111101'],
		['agent2', '0521111101'],
	] as const) {
		const { results, tools, ...counts } = runs[agent];
		expect({ agent, ...counts }).toEqual({
			...{ agent, status: 'success', said: [{ output: 'Done.' }] },
			// Also with Retry On Fail, and after a lost answer.
			...{ timesSent: 1, timesSentWhenLost: 1, offersSent: 10 },
			...{ unblocksWhenOff: 0, unblocks: 1 },
		});
		const tool = (name: string) => tools.find((each) => each.name === name);
		expect(tool('Send_SMS')?.parameters).toEqual(['Phone_Numbers', 'Message']);
		expect(tool('Send_SMS')?.description).toMatch(
			/Use it only to text somebody.*costs money.*Returns accepted.*Phone Numbers: One number/s,
		);
		const [sent, again, report, lost, lostAgain, off, on, ...offers] = results;
		const text = { accepted: true, shipmentId: aText, phone, externalId: aText, segments: 1 };
		expect(sent).toEqual([text]);
		expect(again).toEqual([{ ...text, note: containing('Nothing was sent again.') }]);
		expect(report).toMatchObject([{ found: true, phone, state: 'delivered' }]);
		const whatToDo = containing('look it up with Report, Get by External ID');
		expect(lost).toMatchObject([{ outcome: 'unknown', retryable: false, whatToDo }]);
		// The same call again gets the same answer.
		expect(lostAgain).toEqual(lost);
		expect(off).toMatchObject([
			{
				error: containing('AI agents are not allowed to do this'),
				whatToDo: containing("'Let AI Models Unblock Numbers' in the node 'Unblock Off'"),
			},
		]);
		expect(on).toEqual([{ removed: 0, notOnList: 1, phones: [phone] }]);
		const refused = offers.filter((offer) => !JSON.stringify(offer).includes('"accepted":true'));
		expect([offers.length, refused.length]).toEqual([12, 2]);
		for (const offer of refused) {
			expect(offer).toMatchObject([{ error: containing("'Maximum Messages' is 10") }]);
		}
	}
});
