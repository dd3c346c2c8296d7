import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Person {
	phone: string;
	text: string;
	/** For an idempotency key: new in every execution. */
	order: string;
}

/** Recipients with a text of their own, each of one segment. */
export const people = (count: number, execution = 0): Person[] =>
	Array.from({ length: count }, (_, index) => ({
		order: `${execution}-${index}`,
		phone: `050${1_000_000 + index}`,
		text: `Hello number ${index}, your order ${700_000 + index} is on its way and arrives today between 14:00 and 16:00.`,
	}));

export interface PeopleServer {
	/** Answers `?items=N` with a JSON array of N people, which the HTTP Request node turns into N items. */
	url: string;
	close: () => void;
}

/** Gives the workflows their input items in one request, so that n8n has nothing to compute. */
export async function startPeopleServer(): Promise<PeopleServer> {
	let executions = 0;
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? '', 'http://localhost');
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(people(Number(searchParams.get('items')), ++executions)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => void server.close(),
	};
}
