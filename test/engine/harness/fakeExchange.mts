export interface PushRequest {
	method?: string;
	body?: string | Buffer;
	contentType?: string;
	query?: Record<string, unknown>;
	ip?: string;
	/** Reading the body fails, as when the sender hangs up. */
	broken?: boolean;
}

/** A request to n8n and its response, as a trigger sees them. */
export function fakeExchange({
	method = 'POST',
	body = '',
	contentType = 'application/x-www-form-urlencoded',
	query = {},
	ip = '127.0.0.1',
	broken = false,
}: PushRequest) {
	let status = 200;
	let answer: (given: { status: number; body: string }) => void;
	const answered = new Promise<Parameters<typeof answer>[0]>((resolve) => (answer = resolve));
	const request: Record<string, unknown> = {
		method,
		query,
		params: {},
		headers: { 'content-type': contentType },
		ip,
		// n8n does this for triggers of version 2 (2.41.1, parseRequestBody).
		...parsed(body, contentType),
		readRawBody: () => {
			if (request.body !== undefined) return Promise.reject(new Error('not readable'));
			if (broken) return Promise.reject(new Error('request aborted'));
			request.rawBody ??= typeof body === 'string' ? Buffer.from(body) : body;
			return Promise.resolve();
		},
	};
	const response = {
		setHeader: () => response,
		status: (code: number) => {
			status = code;
			return response;
		},
		end: (text = '') => {
			answer({ status, body: text });
			return response;
		},
	};
	return { request, response, answered };
}

function parsed(body: string | Buffer, contentType: string) {
	if (!contentType.startsWith('multipart/form-data')) return {};
	const fields = [...String(body).matchAll(/name="([^"]*)"\r\n\r\n([^]*?)\r\n--/g)];
	const data: Record<string, string> = {};
	for (const [, name = '', value = ''] of fields) data[name] = value;
	return { body: { data } };
}

/** A body of type `multipart/…; boundary=b`. */
export const multipart = (fields: Record<string, string>) =>
	Object.entries(fields)
		.map(
			([name, text]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
		)
		.join('') + '--b--\r\n';

export const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
