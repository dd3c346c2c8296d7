import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ERROR_PAGE, type Answer } from './answer.mts';
import type { Fault, Phase } from './faults.mts';
import type { Encoding } from './readRequest.mts';
import { hebrewBytes } from './hebrewBytes.mts';
import type { Reply } from './writeReply.mts';

/** Each hook changes the reply at one stage of its making; most kinds need one. */
export interface FaultKind {
	meaning: string;
	/** Whether the request has its effect when the fault does not say: what can still be read, has. */
	phase: Phase;
	/** The reply as fields. */
	fields?: (reply: Reply) => Reply;
	encoding?: (encoding: Encoding) => Encoding;
	/** The reply as bytes. */
	spoil?: (made: Answer, fault: Fault) => Answer;
	/** Puts the reply, as text, inside one element more. */
	wraps?: boolean;
	/** Real time before the request is handled or before it is answered, as the phase says. */
	waits?: boolean;
	/** Replaces writing the answer. */
	wire?: (raw: ServerResponse, made: Answer, fault: Fault) => Promise<void> | void;
}

function pageFor({ status = 500, body = 'html', retryAfter }: Fault): Answer {
	const page =
		body === 'json'
			? answer(status, 'application/json', JSON.stringify({ error: 'unavailable' }))
			: answer(status, 'text/html; charset=utf-8', ERROR_PAGE);
	if (retryAfter !== undefined) page.headers['retry-after'] = retryAfter;
	return page;
}

function cut(made: Answer): Answer {
	return { ...made, body: made.body.subarray(0, Math.floor(made.body.length / 2)) };
}

function gigantic(made: Answer, { megabytes = 10 }: Fault): Answer {
	// White space at the end is well formed in both encodings: only the size is unusual.
	return { ...made, body: Buffer.concat([made.body, Buffer.alloc(megabytes * 2 ** 20, ' ')]) };
}

/** A reply that is written piece by piece, by hand where a piece is not the whole head. */
function head({ status, headers, body }: Answer): string {
	const lines = Object.entries({ ...headers, 'content-length': body.length });
	return `HTTP/1.1 ${status} Sandbox\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

async function drip(raw: ServerResponse, made: Answer, { ms = 20 }: Fault): Promise<void> {
	raw.writeHead(made.status, { ...made.headers, 'content-length': made.body.length });
	for (const byte of made.body) {
		if (raw.destroyed) return;
		raw.write(Buffer.from([byte]));
		await sleep(ms);
	}
	raw.end();
}

async function dripHead({ socket }: ServerResponse, made: Answer, { ms = 20 }: Fault) {
	for (const byte of head(made)) {
		if (!socket || socket.destroyed) return;
		socket.write(byte);
		await sleep(ms);
	}
	socket?.end(made.body);
}

function resetHalfway(raw: ServerResponse, made: Answer): void {
	raw.writeHead(made.status, { ...made.headers, 'content-length': made.body.length });
	raw.write(cut(made).body, () => raw.socket?.resetAndDestroy());
}

export const FAULT_KINDS = {
	delay: { meaning: 'waits `ms`', phase: 'after', waits: true },
	hang: { meaning: 'never answers', phase: 'before', wire: () => undefined },
	stallInHeaders: {
		meaning: 'half of the headers, and no more',
		phase: 'before',
		wire: ({ socket }, made) => {
			const text = head(made);
			socket?.write(text.slice(0, text.length / 2));
		},
	},
	stallAfterHeaders: {
		meaning: 'the headers, and no more',
		phase: 'before',
		wire: ({ socket }, made) => void socket?.write(head(made)),
	},
	stallInBody: {
		meaning: 'half of the body, and no more; of an error page, with a `status`',
		phase: 'before',
		spoil: (made, fault) => (fault.status === undefined ? made : pageFor(fault)),
		wire: ({ socket }, made) =>
			void socket?.write(Buffer.concat([Buffer.from(head(made)), cut(made).body])),
	},
	slowHeaders: { meaning: 'one byte of the headers every `ms`', phase: 'after', wire: dripHead },
	slowDrip: { meaning: 'one byte every `ms`', phase: 'after', wire: drip },
	reset: {
		meaning: 'connection reset instead of a reply',
		phase: 'before',
		wire: (raw) => void raw.socket?.resetAndDestroy(),
	},
	resetMidRequest: {
		meaning: 'connection reset at the first bytes of the body',
		phase: 'before',
	},
	resetMidReply: {
		meaning: 'connection reset in the middle of the reply',
		phase: 'before',
		wire: resetHalfway,
	},
	httpStatus: {
		meaning: 'HTTP `status` with an HTML or JSON `body` and perhaps `retryAfter`',
		phase: 'before',
		spoil: (_, fault) => pageFor(fault),
	},
	redirect: {
		meaning: '301, or another `status`, to `location`',
		phase: 'before',
		spoil: (_, { location = '/', status = 301 }) => ({
			...answer(status, 'text/html; charset=utf-8', ERROR_PAGE),
			headers: { location, 'content-type': 'text/html; charset=utf-8' },
		}),
	},
	html: {
		meaning: 'HTTP 200 with an HTML page',
		phase: 'before',
		spoil: () => answer(200, 'text/html; charset=utf-8', ERROR_PAGE),
	},
	empty: {
		meaning: 'HTTP 200 with no body',
		phase: 'before',
		spoil: (made) => ({ ...made, body: Buffer.alloc(0) }),
	},
	truncated: { meaning: 'half of the body, as if it were all', phase: 'before', spoil: cut },
	wrongEncoding: {
		meaning: 'XML to JSON and the other way round',
		phase: 'after',
		encoding: (encoding) => (encoding === 'json' ? 'xml' : 'json'),
	},
	wrongCharset: {
		meaning: 'a Hebrew message in windows-1255, declared as UTF-8',
		phase: 'after',
		fields: (reply) => ({ ...reply, message: 'ההודעה התקבלה' }),
		spoil: (made) => ({ ...made, body: hebrewBytes(made.body.toString()) }),
	},
	gigantic: { meaning: '`megabytes` of reply', phase: 'after', spoil: gigantic },
	statusAsText: {
		meaning: 'the status as a JSON string',
		phase: 'after',
		fields: (reply) => ({ ...reply, status: `${Number(reply.status)}` }),
	},
	statusMissing: {
		meaning: 'a reply without a status',
		phase: 'before',
		fields: (reply) => ({ ...reply, status: undefined }),
	},
	statusUnknown: {
		meaning: 'status 4711',
		phase: 'before',
		fields: () => ({ status: 4711, message: 'Something nobody has listed' }),
	},
	statusNotANumber: {
		meaning: 'status `OK`',
		phase: 'before',
		fields: (reply) => ({ ...reply, status: 'OK' }),
	},
	wrapped: {
		meaning: "the reply inside the operation's name (in XML, inside `response`)",
		phase: 'after',
		wraps: true,
	},
} as const satisfies Record<string, FaultKind>;

export type FaultKindName = keyof typeof FAULT_KINDS;

export function faultKind(fault: Fault | undefined): Partial<FaultKind> {
	return fault === undefined ? {} : FAULT_KINDS[fault.kind];
}
