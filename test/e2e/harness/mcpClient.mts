/** A client that calls tools of an MCP server over HTTP. */
export class McpClient {
	private session: string | undefined;
	private id = 0;

	constructor(private readonly url: string) {}

	async connect(): Promise<void> {
		await this.request('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		});
		await this.post({ method: 'notifications/initialized' });
	}

	async call(name: string, args: Record<string, unknown>): Promise<string> {
		const { result, error } = await this.request('tools/call', { name, arguments: args });
		if (error) throw new Error(error.message);
		return (result?.content ?? []).map(({ text }) => text).join('\n');
	}

	private async request(method: string, params: object): Promise<Answer> {
		const text = await this.post({ id: ++this.id, method, params });
		// The answer is an event or plain JSON.
		const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
		return JSON.parse(data) as Answer;
	}

	private async post(message: object): Promise<string> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(this.session && { 'mcp-session-id': this.session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`The MCP server answered with ${response.status}: ${text}`);
		this.session ??= response.headers.get('mcp-session-id') ?? undefined;
		return text;
	}
}

interface Answer {
	result?: { content?: Array<{ text: string }> };
	error?: { message: string };
}
