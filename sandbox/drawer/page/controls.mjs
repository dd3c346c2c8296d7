/** The sandbox has stopped, or the connection is down. */
export class Unreachable extends Error {
	message = 'The sandbox does not answer.';
}

async function request(method, path, body) {
	try {
		const response = await fetch(`/sandbox${path}`, {
			method,
			...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		return { isRefused: !response.ok, answer: await response.json() };
	} catch {
		throw new Unreachable();
	}
}

/** Calls the control surface. If refused, throws the reason. */
async function ask(method, path, body) {
	const { isRefused, answer } = await request(method, path, body);
	if (isRefused) throw new Error(answer.error);
	return answer;
}

export const get = (path) => ask('GET', path);
export const tell = (path, body) => ask('POST', path, body);
export const drop = (path) => ask('DELETE', path);

/** A first message, sent like any client's. */
export function exampleRequest({ username, token, senders }) {
	const phone = { $: { id: `try-${Date.now()}` }, _: '0501234567' };
	const sms = {
		user: { username },
		source: senders[0],
		destinations: { phone: [phone] },
		message: 'שלום! Hello from the sandbox 👋',
	};
	return { token, body: JSON.stringify({ sms }) };
}

export async function sendExample(account) {
	const { token, body } = exampleRequest(account);
	const response = await fetch('/api', {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body,
	});
	const { status, message } = await response.json();
	if (status !== 0) throw new Error(`Status ${status}: ${message}`);
}
