import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ERROR_PAGE, FIREWALL_PAGE, type Answer } from './answer.mts';
import type { Encoding } from './readRequest.mts';
import { hebrewBytes } from './hebrewBytes.mts';
import type { Reply } from './writeReply.mts';

export type Phase = 'before' | 'after';

export interface FaultSettings {
	/** `before`: the request has no effect. `after`: it has, and only the reply is lost or damaged. */
	phase?: Phase;
	/** For `delay`, and between the bytes of `slowHeaders` and `slowDrip`. */
	ms?: number;
	/** For `httpStatus`, `redirect`, `firewall`, `stallInBody`. */
	status?: number;
	/** For `httpStatus`: the header, in seconds or as a date. */
	retryAfter?: string;
	/** For `httpStatus`; default: an HTML page. */
	body?: 'html' | 'json';
	/** For `redirect`. */
	location?: string;
	/** For `gigantic`: the reply's size. */
	megabytes?: number;
}

/** Each hook changes the reply at one stage. Most faults need one hook. */
export interface FaultKind {
	name: string;
	meaning: string;
	/** Common in practice, so the page shows it first. */
	common?: true;
	/** The default phase: `after` if the reply can still be read. */
	phase: Phase;
	fields?: (reply: Reply, fault: FaultSettings) => Reply;
	encoding?: (encoding: Encoding) => Encoding;
	spoil?: (made: Answer, fault: FaultSettings) => Answer;
	/** Puts the reply inside one more element. */
	wraps?: boolean;
	/** Waits in real time: before the request is handled, or before the answer, depending on the phase. */
	waits?: boolean;
	/** Writes the answer to the socket itself, to damage it there. */
	wire?: (raw: ServerResponse, made: Answer, fault: FaultSettings) => Promise<void> | void;
}

function pageFor({ status = 500, body = 'html', retryAfter }: FaultSettings): Answer {
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

function gigantic(made: Answer, { megabytes = 10 }: FaultSettings): Answer {
	// White space at the end is well-formed in both encodings, so only the size is unusual.
	return { ...made, body: Buffer.concat([made.body, Buffer.alloc(megabytes * 2 ** 20, ' ')]) };
}

/** The head of a reply, for faults that write it themselves. */
function head({ status, headers, body }: Answer): string {
	const lines = Object.entries({ ...headers, 'content-length': body.length });
	return `HTTP/1.1 ${status} Sandbox\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

async function drip(raw: ServerResponse, made: Answer, { ms = 20 }: FaultSettings): Promise<void> {
	raw.writeHead(made.status, { ...made.headers, 'content-length': made.body.length });
	for (const byte of made.body) {
		if (raw.destroyed) return;
		raw.write(Buffer.from([byte]));
		await sleep(ms);
	}
	raw.end();
}

async function dripHead({ socket }: ServerResponse, made: Answer, { ms = 20 }: FaultSettings) {
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
		name: 'No credit',
		meaning: 'the account is empty (status 4)',
		common: true,
		...refusal(4, 'Not enough credit'),
	},
	optedOut: {
		name: 'Opted out',
		meaning: 'every recipient is on the blocklist (status 8)',
		common: true,
		...refusal(8, 'All of the numbers are blocked'),
	},
	senderNotVerified: {
		name: 'Sender not verified',
		meaning: 'the service refuses the sender (status 515)',
		common: true,
		...refusal(515, 'The source is not verified'),
	},
	delay: {
		name: 'Slow answer',
		meaning: 'the answer takes `ms`',
		common: true,
		phase: 'after',
		waits: true,
	},
	hang: {
		name: 'No answer',
		meaning: 'the connection stays open, and nothing ever comes',
		common: true,
		phase: 'before',
		wire: () => undefined,
	},
	httpStatus: {
		name: 'Service down',
		meaning: 'an error page with HTTP `status`',
		common: true,
		phase: 'before',
		spoil: (_, fault) => pageFor(fault),
	},
	stallInHeaders: {
		name: 'Stops in its headers',
		meaning: 'nothing more comes in the middle of the headers',
		phase: 'before',
		wire: ({ socket }, made) => {
			const text = head(made);
			socket?.write(text.slice(0, text.length / 2));
		},
	},
	stallAfterHeaders: {
		name: 'Stops after its headers',
		meaning: 'nothing more comes after the headers',
		phase: 'before',
		wire: ({ socket }, made) => void socket?.write(head(made)),
	},
	stallInBody: {
		name: 'Stops halfway',
		meaning: 'nothing more comes after half of the answer, or of an error page with `status`',
		phase: 'before',
		spoil: (made, fault) => (fault.status === undefined ? made : pageFor(fault)),
		wire: ({ socket }, made) =>
			void socket?.write(Buffer.concat([Buffer.from(head(made)), cut(made).body])),
	},
	slowHeaders: {
		name: 'Slow headers',
		meaning: 'the headers come one byte every `ms`',
		phase: 'after',
		wire: dripHead,
	},
	slowDrip: {
		name: 'Very slow answer',
		meaning: 'the answer comes one byte every `ms`',
		phase: 'after',
		wire: drip,
	},
	reset: {
		name: 'Connection lost',
		meaning: 'the connection breaks before the answer',
		phase: 'before',
		wire: (raw) => void raw.socket?.resetAndDestroy(),
	},
	resetMidRequest: {
		name: 'Connection lost while sending',
		meaning: 'the connection breaks while the request is sent',
		phase: 'before',
	},
	resetMidReply: {
		name: 'Connection lost halfway',
		meaning: 'the connection breaks in the middle of the answer',
		phase: 'before',
		wire: resetHalfway,
	},
	redirect: {
		name: 'Redirect',
		meaning: 'HTTP 301 or another `status`, to `location`',
		phase: 'before',
		spoil: (_, { location = '/', status = 301 }) => ({
			...answer(status, 'text/html; charset=utf-8', ERROR_PAGE),
			headers: { location, 'content-type': 'text/html; charset=utf-8' },
		}),
	},
	html: {
		name: 'Web page',
		meaning: 'a web page instead of an answer',
		phase: 'before',
		spoil: () => answer(200, 'text/html; charset=utf-8', ERROR_PAGE),
	},
	firewall: {
		name: 'Firewall',
		meaning: 'the page of a firewall, with HTTP 200 or another `status`',
		phase: 'before',
		spoil: (_, { status = 200 }) => answer(status, 'text/html', FIREWALL_PAGE),
	},
	empty: {
		name: 'Empty answer',
		meaning: 'the answer has no body',
		phase: 'before',
		spoil: (made) => ({ ...made, body: Buffer.alloc(0) }),
	},
	truncated: {
		name: 'Half an answer',
		meaning: 'half of the answer, as if it were all',
		phase: 'before',
		spoil: cut,
	},
	wrongEncoding: {
		name: 'Wrong format',
		meaning: 'XML where JSON was asked for, and the other way round',
		phase: 'after',
		encoding: (encoding) => (encoding === 'json' ? 'xml' : 'json'),
	},
	wrongCharset: {
		name: 'Wrong character set',
		meaning: 'Hebrew in a wrong character set: windows-1255, declared as UTF-8',
		phase: 'after',
		fields: (reply) => ({ ...reply, message: 'ההודעה התקבלה' }),
		spoil: (made) => ({ ...made, body: hebrewBytes(made.body.toString()) }),
	},
	gigantic: {
		name: 'Huge answer',
		meaning: 'an answer of `megabytes`',
		phase: 'after',
		spoil: gigantic,
	},
	statusAsText: {
		name: 'Status as text',
		meaning: 'a text instead of a number',
		phase: 'after',
		fields: (reply) => ({ ...reply, status: `${Number(reply.status)}` }),
	},
	statusMissing: {
		name: 'No status',
		meaning: 'the answer leaves the status out',
		phase: 'before',
		fields: (reply) => ({ ...reply, status: undefined }),
	},
	statusUnknown: {
		name: 'Unknown status',
		meaning: '4711, which nobody has listed; in phase `after` with the shipment of a send',
		phase: 'before',
		fields: ({ shipment_id }, { phase }) => ({
			status: 4711,
			message: 'Something nobody has listed',
			...(phase === 'after' && { shipment_id }),
		}),
	},
	statusNotANumber: {
		name: 'Status is no number',
		meaning: 'OK, where a number belongs',
		phase: 'before',
		fields: (reply) => ({ ...reply, status: 'OK' }),
	},
	wrapped: {
		name: 'Wrapped answer',
		meaning: "the answer inside another element: the operation's name, or `response` in XML",
		phase: 'after',
		wraps: true,
	},
} as const satisfies Record<string, FaultKind>;

export type FaultKindName = keyof typeof FAULT_KINDS;

export function faultKind(fault: { kind: FaultKindName } | undefined): Partial<FaultKind> {
	return fault === undefined ? {} : FAULT_KINDS[fault.kind];
}
