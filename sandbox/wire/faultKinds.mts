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
	/** The phase when the fault names none: `after`, with an effect, for replies that can still be read. */
	phase: Phase;
	/** The reply as fields. */
	fields?: (reply: Reply) => Reply;
	encoding?: (encoding: Encoding) => Encoding;
	/** The reply as bytes. */
	spoil?: (made: Answer, fault: Fault) => Answer;
	/** Puts the reply inside one more element. */
	wraps?: boolean;
	/** Waits in real time, before the request is handled or before it is answered, by its phase. */
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

/** The head of a reply, for faults that write it themselves. */
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

/** A refusal by the service, for any account. */
const refusal = (status: number, text: string) => ({
	phase: 'before' as const,
	fields: () => ({ status, message: text }),
});

export const FAULT_KINDS = {
	noCredit: {
		meaning: 'no credit: the account is empty (status 4)',
		...refusal(4, 'Not enough credit'),
	},
	optedOut: {
		meaning: 'opted out: every recipient is on the blocklist (status 8)',
		...refusal(8, 'All of the numbers are blocked'),
	},
	senderNotVerified: {
		meaning: 'sender not verified (status 515)',
		...refusal(515, 'The source is not verified'),
	},
	delay: { meaning: 'the answer takes `ms`', phase: 'after', waits: true },
	hang: { meaning: 'no answer ever comes', phase: 'before', wire: () => undefined },
	stallInHeaders: {
		meaning: 'the answer stops in the middle of its headers',
		phase: 'before',
		wire: ({ socket }, made) => {
			const text = head(made);
			socket?.write(text.slice(0, text.length / 2));
		},
	},
	stallAfterHeaders: {
		meaning: 'the answer stops after its headers',
		phase: 'before',
		wire: ({ socket }, made) => void socket?.write(head(made)),
	},
	stallInBody: {
		meaning: 'the answer stops halfway; an error page does, with a `status`',
		phase: 'before',
		spoil: (made, fault) => (fault.status === undefined ? made : pageFor(fault)),
		wire: ({ socket }, made) =>
			void socket?.write(Buffer.concat([Buffer.from(head(made)), cut(made).body])),
	},
	slowHeaders: { meaning: 'the headers come one byte every `ms`', phase: 'after', wire: dripHead },
	slowDrip: { meaning: 'the answer comes one byte every `ms`', phase: 'after', wire: drip },
	reset: {
		meaning: 'the connection breaks before the answer',
		phase: 'before',
		wire: (raw) => void raw.socket?.resetAndDestroy(),
	},
	resetMidRequest: {
		meaning: 'the connection breaks while the request is sent',
		phase: 'before',
	},
	resetMidReply: {
		meaning: 'the connection breaks in the middle of the answer',
		phase: 'before',
		wire: resetHalfway,
	},
	httpStatus: {
		meaning: 'an error page, HTTP `status`, as an HTML or JSON `body`, perhaps with `retryAfter`',
		phase: 'before',
		spoil: (_, fault) => pageFor(fault),
	},
	redirect: {
		meaning: 'a redirect, HTTP 301 or another `status`, to `location`',
		phase: 'before',
		spoil: (_, { location = '/', status = 301 }) => ({
			...answer(status, 'text/html; charset=utf-8', ERROR_PAGE),
			headers: { location, 'content-type': 'text/html; charset=utf-8' },
		}),
	},
	html: {
		meaning: 'a web page instead of an answer',
		phase: 'before',
		spoil: () => answer(200, 'text/html; charset=utf-8', ERROR_PAGE),
	},
	empty: {
		meaning: 'an empty answer',
		phase: 'before',
		spoil: (made) => ({ ...made, body: Buffer.alloc(0) }),
	},
	truncated: { meaning: 'half of the answer, as if it were all', phase: 'before', spoil: cut },
	wrongEncoding: {
		meaning: 'XML where JSON was asked for, and the other way round',
		phase: 'after',
		encoding: (encoding) => (encoding === 'json' ? 'xml' : 'json'),
	},
	wrongCharset: {
		meaning: 'Hebrew in a wrong character set: windows-1255, declared as UTF-8',
		phase: 'after',
		fields: (reply) => ({ ...reply, message: 'ההודעה התקבלה' }),
		spoil: (made) => ({ ...made, body: hebrewBytes(made.body.toString()) }),
	},
	gigantic: { meaning: 'an answer of `megabytes`', phase: 'after', spoil: gigantic },
	statusAsText: {
		meaning: 'the status as a text instead of a number',
		phase: 'after',
		fields: (reply) => ({ ...reply, status: `${Number(reply.status)}` }),
	},
	statusMissing: {
		meaning: 'no status in the answer',
		phase: 'before',
		fields: (reply) => ({ ...reply, status: undefined }),
	},
	statusUnknown: {
		meaning: 'a status that nobody has listed, 4711',
		phase: 'before',
		fields: () => ({ status: 4711, message: 'Something nobody has listed' }),
	},
	statusNotANumber: {
		meaning: 'a status that is no number, OK',
		phase: 'before',
		fields: (reply) => ({ ...reply, status: 'OK' }),
	},
	wrapped: {
		meaning: "the answer inside another element: the operation's name, or `response` in XML",
		phase: 'after',
		wraps: true,
	},
} as const satisfies Record<string, FaultKind>;

export type FaultKindName = keyof typeof FAULT_KINDS;

export function faultKind(fault: Fault | undefined): Partial<FaultKind> {
	return fault === undefined ? {} : FAULT_KINDS[fault.kind];
}
