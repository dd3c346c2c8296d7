import { request } from 'node:http';

export interface Answer {
	status: number;
	text: string;
	milliseconds: number;
}

/** Posts once. (fetch gives up on an answer after five minutes, and some contestants take longer.) */
export function post(
	url: string,
	{ body = '', contentType = 'application/x-www-form-urlencoded', token }: PostOptions = {},
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const begin = performance.now();
		const headers = {
			'content-type': contentType,
			'content-length': Buffer.byteLength(body),
			...(token && { authorization: `Bearer ${token}` }),
		};
		const call = request(url, { method: 'POST', headers }, (response) => {
			let text = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => (text += chunk));
			response.on('error', reject);
			response.on('end', () =>
				resolve({
					status: response.statusCode ?? 0,
					text,
					milliseconds: performance.now() - begin,
				}),
			);
		});
		call.on('error', reject);
		call.end(body);
	});
}

interface PostOptions {
	body?: string;
	contentType?: string;
	token?: string;
}
