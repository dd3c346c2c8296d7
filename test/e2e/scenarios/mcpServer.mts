import { fromAi, tool } from '../harness/agentWorkflow.mts';
import { chosen } from '../harness/byHand.mts';
import { McpClient } from '../harness/mcpClient.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { activated, createTextMeCredential, node } from '../harness/triggerWorkflow.mts';

const SERVER = 'MCP Server';
const PATH = 'textme-mcp-server';

/** Thirteen tool calls through n8n's MCP Server Trigger, by two clients. n8n runs them without an execution. */
await sharedScenario(async ({ rest, sandbox, n8n }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const send = tool('Send_SMS', credential, {
		resource: 'sms',
		operation: 'send',
		source: chosen('TextMe'),
		phones: fromAi('phone'),
		message: 'Hello',
	});
	const once = tool('Send_once', credential, {
		...send.parameters,
		phones: '0502223344',
		options: { tracking: { idempotencyKey: 'order-1' } },
	});
	await activated(rest, {
		name: 'MCP',
		nodes: [
			node(
				SERVER,
				'@n8n/n8n-nodes-langchain.mcpTrigger',
				{ path: PATH },
				{ typeVersion: 2, webhookId: PATH },
			),
			send,
			once,
		],
		connections: Object.fromEntries(
			[send, once].map(({ name }) => [
				name,
				{ ai_tool: [[{ node: SERVER, type: 'ai_tool', index: 0 }]] },
			]),
		),
		settings: { executionOrder: 'v1' },
	});
	const clients = [0, 1].map(() => new McpClient(`${n8n.url}/mcp/${PATH}`));
	for (const client of clients) await client.connect();
	const keyed: string[] = [];
	for (const client of clients) keyed.push(await client.call('Send_once', {}));
	const answers: string[] = [];
	for (let n = 0; n < 11; n++) {
		const phone = `05011122${String(n).padStart(2, '0')}`;
		answers.push((await clients[n % 2]?.call('Send_SMS', { phone })) ?? '');
	}
	const externalIds = sandbox.messages().map(({ externalId }) => externalId);
	return {
		texts: externalIds.length,
		externalIds: new Set(externalIds).size,
		undefinedIds: externalIds.filter((id) => id?.includes('undefined')).length,
		last: answers.at(-1),
		underOneKey: sandbox.messages({ phone: '0502223344' }).length,
		repeated: keyed.at(-1),
	};
});
