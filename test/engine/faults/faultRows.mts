import type { Effect } from '../../../gateway/replies/status';
import type { Encoding } from '../../../gateway/values/tree';
import type { FaultSpec } from '../../../sandbox/wire/faults.mts';
import type { ProxyAnswer } from '../harness/connectProxy.mts';
import type { Breakage } from './brokenNetwork.mts';

/**
 * How a fault affects a call.
 * - `result`: not at all
 * - `retried`: a result if the fault is gone at the next try, otherwise `rejected` after three tries
 * - `rejected`: not carried out; tried once
 * - `unknown`: perhaps carried out; tried once
 */
export type Expectation = 'result' | 'retried' | 'rejected' | 'unknown';

export interface FaultRow {
	name: string;
	/** A fault of the sandbox, or of the network before it. */
	fault: FaultSpec | Breakage | { proxy: ProxyAnswer };
	expected: Record<Effect, Expectation>;
	/** The encodings to try; one if the fault does not depend on it. */
	encodings: readonly Encoding[];
	/** The node waits for its full time-out. */
	timesOut?: true;
	/** Garbles the reply's texts. */
	garbles?: true;
	/** Writes the reply in the other encoding. */
	swapsEncoding?: true;
	/** Too much for all operations at once, so they run one by one. */
	oneByOne?: true;
	/** Cannot end while the node waits for its next try. */
	onlyLasting?: true;
}

export type FaultGroup = 'network' | 'proxy' | 'time' | 'http' | 'replies';

type Sketch = Omit<FaultRow, 'expected' | 'encodings'> & Partial<Pick<FaultRow, 'encodings'>>;

const rows = (
	[send, write, read]: [send: Expectation, write: Expectation, read: Expectation],
	...sketches: Sketch[]
): FaultRow[] =>
	sketches.map((sketch) => ({ encodings: ['json'], ...sketch, expected: { send, write, read } }));

const inBoth = (...sketches: Sketch[]): Sketch[] =>
	sketches.map((sketch) => ({ ...sketch, encodings: ['json', 'xml'] }));

const inBothPhases = (
	name: string,
	kind: FaultSpec['kind'],
	more: Partial<Sketch> = {},
): Sketch[] =>
	(['before', 'after'] as const).map((phase) => ({
		...{ name: `${name}, ${phase} it was carried out`, fault: { kind, phase }, ...more },
	}));

const STALLS_IN_REPLY = [
	['stallInHeaders', 'in the headers'],
	['stallAfterHeaders', 'after the headers'],
	['stallInBody', 'in the body'],
] as const;

/** What a proxy says to CONNECT, and then does. */
const proxied = (name: string, says: string, then: ProxyAnswer['then'] = 'close'): Sketch => ({
	name: `Proxy ${name}`,
	fault: { proxy: { says, then } },
});
const http = (
	status: number,
	more: Omit<FaultSpec, 'kind'> = {},
	name = String(status),
): Sketch => ({ name, fault: { kind: 'httpStatus', status, ...more } });

/** The request may have arrived, so only a read may be repeated. */
const IN_DOUBT = ['unknown', 'unknown', 'retried'] as const;
/** The request may have arrived, and a second try would not help. */
const DOUBT_FOR_GOOD = ['unknown', 'unknown', 'rejected'] as const;
const REFUSED = ['rejected', 'rejected', 'rejected'] as const;
/** The service refuses it for now, or never saw it. A read is repeated; for others, the user decides. */
const REFUSED_FOR_NOW = ['rejected', 'rejected', 'retried'] as const;
const HARMLESS = ['result', 'result', 'result'] as const;

/** Everything that can go wrong between a request and its reply, by kind. */
export const FAULT_ROWS: Record<FaultGroup, FaultRow[]> = {
	network: [
		...rows(
			[...REFUSED_FOR_NOW],
			{ name: 'DNS does not know the host', fault: { network: 'noHost' }, oneByOne: true },
			{ name: 'Connection refused', fault: { network: 'refused' } },
			{
				name: 'Connection cut during the TLS handshake',
				fault: { network: 'cutHandshake' },
				onlyLasting: true,
			},
		),
		...rows(
			[...REFUSED],
			{ name: 'TLS refused', fault: { network: 'noSharedCipher' }, onlyLasting: true },
			{ name: 'No TLS at an https address', fault: { network: 'noTls' }, onlyLasting: true },
		),
		...rows(
			[...IN_DOUBT],
			{ name: 'Reset in the middle of the request', fault: { kind: 'resetMidRequest' } },
			...inBothPhases('Reset instead of a reply', 'reset'),
			...inBothPhases('Reset in the middle of the reply', 'resetMidReply'),
		),
	],
	proxy: [
		...rows(
			[...REFUSED_FOR_NOW],
			proxied('resets the connection', '', 'reset'),
			{ ...proxied('never answers', '', 'wait'), timesOut: true },
			{ ...proxied('stalls in its answer', 'HTTP/1.1 200 OK\r\nVia', 'wait'), timesOut: true },
			proxied('opens the tunnel and closes it', 'HTTP/1.1 200 OK\r\n\r\n'),
		),
		...rows(
			[...REFUSED],
			proxied('closes the connection', ''),
			proxied('answers with a header that is none', 'HTTP/1.1 200 OK\r\nnone\r\n\r\n'),
			proxied('answers with 403', 'HTTP/1.1 403 Forbidden\r\n\r\n'),
			proxied('answers with 302', 'HTTP/1.1 302 Found\r\nLocation: http://proxy.test/\r\n\r\n'),
			proxied(
				'answers with 407',
				'HTTP/1.1 407 Sorry\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n',
			),
		),
		...rows(
			[...IN_DOUBT],
			proxied('answers with what is no HTTP', '220 mail.example ESMTP\r\n\r\n'),
			proxied('answers with 503', 'HTTP/1.1 503 Sorry\r\n\r\n<h1>Sorry</h1>'),
			{
				...proxied(
					'answers with 502 and stalls in its page',
					'HTTP/1.1 502 Sorry\r\nContent-Length: 9\r\n\r\n<h1>',
					'wait',
				),
				timesOut: true,
			},
		),
	],
	time: [
		...rows([...REFUSED_FOR_NOW], {
			name: 'Time-out before sending: the TLS handshake never ends',
			fault: { network: 'silentHandshake' },
			timesOut: true,
			onlyLasting: true,
		}),
		...rows(
			[...IN_DOUBT],
			...inBothPhases('Stalls before the headers of the reply', 'hang', { timesOut: true }),
			...STALLS_IN_REPLY.map(([kind, where]) => ({
				name: `Stalls ${where} of the reply, after it was carried out`,
				fault: { kind, phase: 'after' } as const,
				timesOut: true as const,
			})),
			{
				name: 'Headers drip one byte at a time, beyond the time-out',
				fault: { kind: 'slowHeaders', ms: 200 },
				timesOut: true,
			},
			{
				name: 'Reply drips one byte at a time, beyond the time-out',
				// 400 ms per byte: the shortest reply has 41 bytes.
				fault: { kind: 'slowDrip', ms: 400 },
				timesOut: true,
			},
		),
		...rows([...HARMLESS], {
			name: 'Reply drips, within the time-out',
			fault: { kind: 'slowDrip', ms: 0 },
		}),
	],
	http: [
		...rows(
			[...REFUSED],
			{ name: '301 to another host', fault: { kind: 'redirect', status: 301 } },
			...[400, 401, 403, 404].map((status) => http(status)),
			http(429, { retryAfter: '3600' }, '429 with a Retry-After of an hour'),
		),
		...rows(
			[...REFUSED_FOR_NOW],
			http(429),
			http(429, { retryAfter: '7' }, '429 with a Retry-After of 7 seconds'),
		),
		...rows(
			[...IN_DOUBT],
			http(500, { body: 'json' }),
			http(502),
			{ name: '200 with an HTML page', fault: { kind: 'html' } },
			{ name: '503 with the page of a firewall', fault: { kind: 'firewall', status: 503 } },
		),
		...rows(
			[...REFUSED_FOR_NOW],
			{ name: '200 with the page of a firewall', fault: { kind: 'firewall' } },
			{ name: '403 with the page of a firewall', fault: { kind: 'firewall', status: 403 } },
		),
	],
	replies: [
		...rows(
			[...IN_DOUBT],
			...inBothPhases('Empty', 'empty'),
			...inBoth(
				{ name: 'Truncated', fault: { kind: 'truncated', phase: 'after' } },
				{ name: 'Status missing', fault: { kind: 'statusMissing', phase: 'after' } },
				{ name: 'Status is a word', fault: { kind: 'statusNotANumber', phase: 'after' } },
			),
		),
		...rows([...DOUBT_FOR_GOOD], {
			name: 'Longer than any reply may be',
			fault: { kind: 'gigantic', megabytes: 2 },
		}),
		...rows(
			['rejected', 'unknown', 'rejected'],
			...inBoth({ name: 'Status nobody has listed', fault: { kind: 'statusUnknown' } }),
		),
		...rows(
			[...HARMLESS],
			...inBoth(
				{
					name: 'Wrong encoding: XML for JSON, JSON for XML',
					fault: { kind: 'wrongEncoding' },
					swapsEncoding: true,
				},
				{ name: 'Wrong charset', fault: { kind: 'wrongCharset' }, garbles: true },
				{ name: 'Status as text', fault: { kind: 'statusAsText' } },
				{ name: "Wrapped in the operation's name", fault: { kind: 'wrapped' } },
			),
		),
	],
};

/** The reference for the other rows. */
export const NO_FAULT: FaultRow = {
	name: 'Nothing goes wrong',
	fault: { kind: 'delay', ms: 0 },
	expected: { send: 'result', write: 'result', read: 'result' },
	encodings: ['json', 'xml'],
};
