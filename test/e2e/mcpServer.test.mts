import { runScenario } from './harness/runScenario.mts';

test('holds the message limit and an idempotency key over the calls of an MCP server, and tells the reports of each call apart', async () => {
	expect(await runScenario('mcpServer')).toEqual({
		texts: 10,
		externalIds: 10,
		undefinedIds: 0,
		last: expect.stringContaining('more than 10 messages in one hour') as string,
		underOneKey: 1,
		repeated: expect.stringContaining('skipped') as string,
	});
});
