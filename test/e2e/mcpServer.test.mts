import { runScenario } from './harness/runScenario.mts';

test('holds Maximum Messages and an idempotency key over the calls of an MCP server, and tells the reports of each call apart', async () => {
	expect(await runScenario('mcpServer')).toEqual({
		texts: 10,
		externalIds: 10,
		undefinedIds: 0,
		last: expect.stringContaining('earlier calls in the last hour') as string,
		underOneKey: 1,
		repeated: expect.stringContaining('skipped') as string,
	});
});
