import { runScenario } from './harness/runScenario.mts';

test("sends and writes once for n8n's own agents, within their limit, and refuses what they cannot have", async () => {
	const report = await runScenario('ownAgents');
	expect(report).toEqual({
		read: [expect.stringContaining('balance')],
		sent: [expect.stringMatching(/accepted.*true/)],
		texts: 1,
		others: [expect.stringMatching(/accepted.*true/), expect.stringContaining('contactListId')],
		refused: [
			expect.stringContaining("'Idempotency Key' cannot be remembered in n8n's own Agents"),
		],
		textsOnce: 0,
		// n8n does not offer this option in tools, and drops it.
		waited: [expect.stringMatching(/accepted.*true/)],
		asking: [expect.stringContaining('requires a persistent workflow')],
		textsAsking: 0,
		textsWait: 1,
		// n8n itself shows the person who approves what the tool gets.
		shown: expect.stringMatching(/0501111100.*Approved/) as string,
		approval: [0, 1],
		// 10, minus Hello, the code, Wait and Approved.
		offers: 6,
		last: expect.stringContaining('earlier calls in the last hour') as string,
		idsOfTheirOwn: true,
		undefinedIds: 0,
	});
});
