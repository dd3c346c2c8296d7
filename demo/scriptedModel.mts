import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
	messages: Array<{ role: string; content: string; tool_call_id?: string }>;
	tools?: ModelTool[];
	stream?: boolean;
}

export interface ModelTool {
	type: 'function';
	function: { name: string; description: string; parameters: JsonSchema };
}

interface JsonSchema {
	properties: Record<string, { type: string; description?: string }>;
	required?: string[];
}

/** The model calls several tools at once, or says something, which ends the agent's run. */
export type Turn =
	| { calls: Array<{ tool: string; with: Record<string, unknown> }> }
	| { say: string };

/** A turn, or a function that chooses the turn by the request. */
export type ScriptedTurn = Turn | ((request: ModelRequest) => Turn | Promise<Turn>);

/** A model that follows a script. n8n's OpenAI Chat Model node can use it, because it serves OpenAI's chat completions. */
export interface ScriptedModel {
	/** An `openAiApi` credential of n8n. The node must not use the Responses API, which it does after version 1.2. */
	credential: { apiKey: string; url: string };
	/** Sets the script, one turn per request. */
	follow: (...script: ScriptedTurn[]) => void;
	/** The requests since `follow`. */
	requests: () => ModelRequest[];
	tools: () => ModelTool[];
	/** The results of the model's tool calls in the latest request, in order. */
	results: () => string[];
	close: () => Promise<void>;
}

/** @param otherwise the turn if there is no script, or none of its turns is left */
export async function startScriptedModel(otherwise?: ScriptedTurn): Promise<ScriptedModel> {
	let script: ScriptedTurn[] = [];
	let requests: ModelRequest[] = [];
	let calls = 0;

	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
			return refuse(response, `There is no ${request.method} ${request.url} here.`, 404);
		}
		const told = JSON.parse(await textOf(request)) as ModelRequest;
		requests.push(told);
		const next = script.shift() ?? otherwise;
		if (!next) return refuse(response, 'The script has no more turns.');
		const turn = typeof next === 'function' ? await next(told) : next;
		const message = 'say' in turn ? { content: turn.say } : { content: null, ...callsOf(turn) };
		const finish_reason = 'say' in turn ? 'stop' : 'tool_calls';
		(told.stream ? stream : complete)(response, { role: 'assistant', ...message }, finish_reason);
	};
	const callsOf = (turn: Extract<Turn, { calls: unknown }>) => ({
		tool_calls: turn.calls.map(({ tool, with: given }, index) => ({
			index,
			id: `call_${++calls}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(given) },
		})),
	});

	const server = createServer((request, response) => {
		answer(request, response).catch((error: Error) => refuse(response, error.message));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		credential: { apiKey: 'scripted', url: `http://127.0.0.1:${port}/v1` },
		follow: (...turns) => {
			script = turns;
			requests = [];
		},
		requests: () => requests,
		tools: () => requests.at(-1)?.tools ?? [],
		results: () =>
			(requests.at(-1)?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => content),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const reply = (object: string, choice: object) => ({
	id: 'chatcmpl-scripted',
	object,
	created: 0,
	model: 'scripted',
	choices: [{ index: 0, ...choice }],
	usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
});

function complete(response: ServerResponse, message: object, finish_reason: string) {
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify(reply('chat.completion', { message, finish_reason })));
}

function stream(response: ServerResponse, delta: object, finish_reason: string) {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const choice of [
		{ delta, finish_reason: null },
		{ delta: {}, finish_reason },
	]) {
		response.write(`data: ${JSON.stringify(reply('chat.completion.chunk', choice))}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

/** Answers with a status that no client retries. */
function refuse(response: ServerResponse, message: string, status = 400) {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }));
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += chunk;
	return text;
}
