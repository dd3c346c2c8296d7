import { createServer } from 'node:http';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../../sandbox/startSandbox.mts';
import { listening } from '../../listening.mts';
import { OPERATION_CALLS, OPERATIONS } from '../harness/operationCalls.mts';
import { useSoonTimeouts } from '../harness/soonTimeouts.mts';
import { FAULT_ROWS, NO_FAULT, type FaultGroup, type FaultRow } from './faultRows.mts';
import { runCell, type MatrixRun, type Trial } from './matrixCell.mts';

type Limits = { MAX_REPLY_BYTES: number };

const uncalled = [...OPERATIONS.keys()].filter(
	(name) => !OPERATION_CALLS.some(({ operation }) => operation === name),
);
if (uncalled.length > 0) throw new Error(`There is no call of ${uncalled.join(', ')}`);

const ALL_CALLS = OPERATION_CALLS.map((call) => {
	const operation = OPERATIONS.get(call.operation);
	if (!operation) throw new Error(`There is no operation ${call.operation}`);
	const { effect } = operation;
	const way = `${operation.isSend} ${operation.asks ?? false} ${effect}`;
	return { call, effect, way };
});

/** Before the gateway, only an operation's stages and effect matter. Replies are read by each operation itself. */
const ONE_OF_EACH_WAY = ALL_CALLS.filter(
	({ way }, index) => ALL_CALLS.findIndex((other) => other.way === way) === index,
);

/** What the row expects of a cell. A result must be the same as without faults. */
function expectedOf({ expected }: FaultRow, { cell }: MatrixRun, usual: MatrixRun) {
	const expectation = expected[cell.effect];
	if (expectation === 'rejected' || expectation === 'unknown') {
		return { cell: { ...cell, outcome: expectation, tries: 1 }, items: [] };
	}
	if (expectation === 'retried' && cell.lasts) {
		return { cell: { ...cell, outcome: 'rejected', tries: 3 } as const, items: [] };
	}
	const tries = expectation === 'retried' ? 2 : 1;
	return { cell: { ...cell, outcome: 'result' as const, tries }, items: usual.items };
}

/** One line per operation, so that a failed test names the operations. */
const brief = (
	{ cell: { call, encoding, lasts, outcome, tries }, items }: MatrixRun,
	{ garbles }: FaultRow,
): string => {
	const seen = call === RAW ? leaves(items) : items;
	const compared = JSON.stringify(seen, garbles ? withoutText : withoutTime);
	return `${call} in ${encoding}, ${lasts ? 'lasting' : 'once'}: ${outcome}, ${tries} tries: ${compared}`;
};

/** The output of a raw request is the reply itself, which JSON and XML write in different forms. */
const RAW = 'custom.call';

const leaves = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.values(value).flatMap(leaves)
		: [String(value)];

const withoutTime = (key: string, value: unknown) => (key === 'sentAt' ? 'now' : value);

/** A wrong charset garbles texts, so only fields and non-texts can be compared. */
const FROM_WORDS = ['envelope', 'notes', 'other'];
const withoutText = (key: string, value: unknown) => {
	if (FROM_WORDS.includes(key)) return undefined;
	return typeof value === 'string' ? 'text' : value;
};

const BROKEN = 'The connection to the service broke before';
const NO_ANSWER = 'The service did not answer in time';

const MESSAGES: Array<[fault: RegExp, ...messages: string[]]> = [
	[/^DNS does not know the host/, 'The address of the service could not be found'],
	[/^Connection refused/, 'The service could not be reached'],
	[
		/during the TLS handshake|opens the tunnel and closes it|^Proxy resets/,
		`${BROKEN} it was secure`,
	],
	[/^TLS refused|^No TLS/, 'No secure connection to the service could be made'],
	[/^Reset /, `${BROKEN} its answer was complete`],
	[/^Proxy closes/, 'Proxy connection ended before receiving CONNECT response'],
	[/^Proxy answers with a header/, 'Invalid header from proxy CONNECT response: "none"'],
	[/^Proxy answers with what is no HTTP/, `${BROKEN} its answer was complete`],
	[/^Proxy answers with 407/, 'The proxy wants a username and password (HTTP 407)'],
	[/^Time-out before sending|^Proxy (never answers|stalls)/, 'The service could not be reached'],
	[/^Stalls |beyond the time-out/, NO_ANSWER],
	...[301, 302, 307].map((status): [RegExp, string] => [
		new RegExp(`^${status} to|^Proxy answers with ${status}`),
		`The service answers from another address (HTTP ${status})`,
	]),
	[/^400/, 'The service did not accept the request (HTTP 400)'],
	[/^401/, 'The service refused access (HTTP 401)'],
	[/^404/, 'The service is not at this address (HTTP 404)'],
	[/^429/, 'The service receives too many requests from you (HTTP 429)'],
	...[200, 403].map((status): [RegExp, string] => [
		new RegExp(`^${status} with the page of a firewall`),
		`A firewall in front of the service refused the request (HTTP ${status})`,
	]),
	[/^403|^Proxy answers with 403/, 'The service refused access (HTTP 403)'],
	...[500, 502, 503].map((status): [RegExp, string] => [
		new RegExp(`^(Proxy answers with )?${status}`),
		`The service is not working properly at the moment (HTTP ${status})`,
	]),
	[/^200|^Empty|^Truncated|^Status (missing|is a word)/, 'The answer is not from the service'],
	[/^Longer than any/, 'The answer of the service is too long'],
	[
		/^Status nobody has listed/,
		'The service answered with an unknown status (status 4711)',
		'The service refused this with an unknown status (status 4711)',
	],
];

const messagesOf = (fault: string): string[] => {
	const [, ...messages] = MESSAGES.find(([name]) => name.test(fault)) ?? [];
	return messages;
};

export function testFaults(group: FaultGroup): void {
	const calls = group === 'replies' ? ALL_CALLS : ONE_OF_EACH_WAY;
	useSoonTimeouts();
	// Every operation gets a reply that is too long. With the real limit of 32 MB, that would be two gigabytes (see
	// request.test.mts).
	beforeAll(
		() =>
			(jest.requireActual<Limits>(path.resolve('dist/gateway/values/limits.js')).MAX_REPLY_BYTES =
				2 ** 20),
	);
	const sandboxes: Sandbox[] = [];
	const visits: string[] = [];
	/** Another host. */
	let location: string;
	const elsewhere = createServer((request, response) => {
		visits.push(JSON.stringify(request.headers));
		response.end('{"status":0}');
	});
	beforeAll(async () => {
		sandboxes.push(...(await Promise.all(calls.map(() => startSandbox()))));
		location = `${(await listening(elsewhere)).replace('127.0.0.1', 'localhost')}/api`;
	});
	afterAll(async () => {
		elsewhere.close();
		await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
	});

	/** One run for each way in which an operation can meet the fault. */
	async function runsOf(row: FaultRow): Promise<MatrixRun[]> {
		const runs: MatrixRun[][] = calls.map(() => []);
		const runAll = async (index: number) => {
			const { call, effect } = calls[index]!;
			const ends = row.expected[effect] === 'retried' && !row.onlyLasting;
			for (const encoding of row.encodings) {
				for (const lasts of ends ? [true, false] : [true]) {
					const trial: Trial = { row, call, effect, encoding, lasts, elsewhere: location };
					runs[index]!.push(await runCell(sandboxes[index]!, trial));
				}
			}
		};
		if (row.oneByOne) for (const index of calls.keys()) await runAll(index);
		else await Promise.all([...calls.keys()].map(runAll));
		return runs.flat();
	}

	const usual = new Map<string, MatrixRun>();
	const keyOf = ({ call, encoding }: MatrixRun['cell']) => `${call} in ${encoding}`;
	beforeAll(async () => {
		const encodings = new Set(FAULT_ROWS[group].flatMap((row) => row.encodings));
		for (const run of await runsOf({ ...NO_FAULT, encodings: [...encodings] })) {
			expect(run.cell.said).toBe('');
			usual.set(keyOf(run.cell), run);
		}
	});

	/** The result without faults. The reply may be in the other encoding. */
	function usualFor(row: FaultRow, { cell }: MatrixRun): MatrixRun {
		const other = cell.encoding === 'json' ? 'xml' : 'json';
		const key = keyOf(row.swapsEncoding ? { ...cell, encoding: other } : cell);
		const run = usual.get(key);
		if (!run) throw new Error(`Without a fault, nothing was seen of ${key}`);
		return run;
	}

	const runRow = async (row: FaultRow) => {
		visits.length = 0;
		const runs = await runsOf(row);
		expect(visits).toStrictEqual([]);
		expect(runs.map((run) => brief(run, row))).toEqual(
			runs.map((run) => brief(expectedOf(row, run, usualFor(row, run)), row)),
		);
		const said = new Set(runs.map(({ cell }) => cell.said).filter(Boolean));
		expect([...said].sort()).toEqual(messagesOf(row.name));
		for (const { cell } of runs) {
			const { effect, outcome, arrived, messages } = cell;
			if (effect === 'read') continue;
			expect(arrived).toBeLessThanOrEqual(1);
			if (effect !== 'send') continue;
			expect(messages).toBeLessThanOrEqual(1);
			if (outcome === 'result') expect(messages).toBe(1);
			if (outcome === 'rejected') expect(messages).toBe(0);
		}
	};
	test.each(FAULT_ROWS[group])('$name', runRow);
}
