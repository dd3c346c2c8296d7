import { expect } from 'expect';
import { SEND, tool } from '../harness/agentWorkflow.mts';
import { withSharedN8n } from '../harness/realN8n.mts';
import { activated, createTextMeCredential, node } from '../harness/triggerWorkflow.mts';

const SERVER = 'MCP Server';
const PATH = 'textme-mcp-server';

interface Answer {
	result?: { content?: Array<{ text: string }> };
	error?: { message: string };
}

/** A minimal MCP client over HTTP. Returns the text that a tool returns. */
async function connect(url: string) {
	let session: string | null = null;
	let id = 0;
	const post = async (message: object) => {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		session ??= response.headers.get('mcp-session-id');
		return await response.text();
	};
	const client = { name: 'test', version: '1' };
	const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: client };
	await post({ id: ++id, method: 'initialize', params });
	await post({ method: 'notifications/initialized' });
	return async (name: string, given: object = {}) => {
		const text = await post({ id: ++id, method: 'tools/call', params: { name, arguments: given } });
		// The answer is a server-sent event or plain JSON.
		const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
		const { result, error } = JSON.parse(data) as Answer;
		if (error) throw new Error(error.message);
		return (result?.content ?? []).map((part) => part.text).join('\n');
	};
}

/** Two clients call tools of n8n's MCP Server Trigger. n8n runs these calls without an execution. */
await withSharedN8n(async ({ rest, sandbox, n8n }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const once = { phones: '0502223344', options: { idempotencyKey: 'order-1' } };
	const tools = [
		tool('Send_SMS', credential, { ...SEND, message: 'Hello' }),
		tool('Send_once', credential, { ...SEND, message: 'Hello', ...once }),
	];
	const mcpTrigger = node(
		SERVER,
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ path: PATH },
		{ typeVersion: 2, webhookId: PATH },
	);
	const ends = { ai_tool: [[{ node: SERVER, type: 'ai_tool', index: 0 }]] };
	await activated(rest, {
		name: 'MCP',
		nodes: [mcpTrigger, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, ends])),
		settings: { executionOrder: 'v1' },
	});
	const url = `${n8n.url}/mcp/${PATH}`;
	const [one, other] = [await connect(url), await connect(url)];

	await one('Send_once');
	expect(await other('Send_once')).toContain('skipped');
	expect(sandbox.messages({ phone: '0502223344' })).toHaveLength(1);

	let last = '';
	for (let n = 10; n < 21; n++) {
		last = await (n % 2 ? one : other)('Send_SMS', { Phone_Numbers: `05011122${n}` });
	}
	expect(last).toContain('earlier calls in the last hour');
	const externalIds = sandbox.messages().map(({ externalId }) => externalId);
	expect(externalIds).toHaveLength(10);
	expect(new Set(externalIds).size).toBe(10);
	expect(externalIds.join()).not.toContain('undefined');
});
