import { createServer } from 'node:net';
import type { FaultSpec } from '../../../sandbox/wire/faults.mts';
import { listening } from '../../listening.mts';
import { fillDropDown } from '../harness/dropDown.mts';
import { MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { onWait } from '../harness/noWaits.mts';
import { reached } from '../harness/reached.mts';
import { useSoonTimeouts, withSoonTimeouts } from '../harness/soonTimeouts.mts';
import { sendSms } from '../harness/calls.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const fixture = useSandbox();
useSoonTimeouts();
/** A selection. The fault matrix (`time.test.mts`) tests all stalls with every operation. */
const STALLS: FaultSpec[] = [
	{ kind: 'hang' },
	{ kind: 'stallInBody' },
	{ kind: 'slowDrip', ms: 1_000 },
];

const TIMED_OUT = /^The service did not answer in time/;

const stalled = (stall: FaultSpec, root: string, times = 3) =>
	fixture.sandbox.addFault({ ...stall, root, times });

describe('the Polling Trigger', () => {
	const { start, pass, oneOfEachArrives } = usePollingTriggers(fixture);

	describe.each(STALLS)('$kind', (stall) => {
		test.each(['dlrByDate', 'incoming', 'blacklist'])(
			'fails a poll that meets it at %s, and brings everything with the next',
			async (root) => {
				const trigger = await start();
				await trigger.find();
				await oneOfEachArrives();
				stalled(stall, root);
				await expect(withSoonTimeouts(() => trigger.find())).rejects.toThrow(TIMED_OUT);
				await pass(MINUTE);
				const [found] = (await trigger.find()) ?? [];
				expect(found).toHaveLength(3);
			},
		);
	});
});

describe.each(STALLS)('$kind', (stall) => {
	test.each([
		['searchContactLists', 'getCL'],
		['getContactLists', 'getCL'],
		['searchSenders', 'getVerifiedPhones'],
		['searchBirthdayCampaigns', 'get_birthday_campaigns'],
	])('says so in the drop-down %s, which works when opened again', async (method, root) => {
		// No retry, because a person waits.
		stalled(stall, root, 1);
		const open = () => fillDropDown({ method, parameters: {}, credentials: fixture.credentials() });
		await expect(withSoonTimeouts(open)).rejects.toThrow(TIMED_OUT);
		expect(await open()).toEqual(expect.any(Array));
	});
});

interface Connection {
	asked: Promise<unknown>;
	closed: Promise<unknown>;
}

/** A gateway that sends part of a reply, and reports its connections. */
async function partOfReply<Result>(
	part: string,
	work: (baseUrl: string, connections: Connection[]) => Promise<Result>,
): Promise<Result> {
	const connections: Connection[] = [];
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		connections.push({
			asked: new Promise<void>((resolve) =>
				socket.once('data', () => socket.write(part, () => resolve())),
			),
			closed: new Promise((resolve) => socket.once('close', resolve)),
		});
	});
	const baseUrl = await listening(server);
	try {
		return await work(baseUrl, connections);
	} finally {
		server.close();
	}
}

const HEADERS = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
const read = { resource: 'account', operation: 'getBalance', options: { timeout: 600 } };
const send = sendSms({}, { timeout: 600 });

describe.each([
	['before the headers', ''],
	['in the headers', HEADERS.slice(0, 30)],
	['after the headers', HEADERS],
	['in the body', `${HEADERS}{"status":0,`],
	['in a compressed body', HEADERS.replace('OK', 'OK\r\nContent-Encoding: gzip')],
])('a connection that stalls %s', (_, part) => {
	test('is closed when the time is over', async () => {
		await partOfReply(part, async (baseUrl, connections) => {
			const credentials = { ...fixture.credentials(), baseUrl };
			const { error } = await withSoonTimeouts(() => fixture.run(read, { credentials }));
			expect(error?.message).toMatch(TIMED_OUT);
			expect(connections).toHaveLength(3);
			await Promise.all(connections.map(({ closed }) => closed));
		});
	});

	test.each([
		['send', send, 'unknown', [{}, {}]],
		['read', read, 'rejected', [{}]],
	])('is closed when the execution of a %s is stopped', async (_, values, outcome, items) => {
		await partOfReply(part, async (baseUrl, connections) => {
			let stop: () => void = () => undefined;
			const stopped = new Promise<void>((resolve) => (stop = resolve));
			const credentials = { ...fixture.credentials(), baseUrl };
			const ended = fixture.run(values, { credentials, stopped, items });
			await reached(() => connections.length > 0, ended);
			await connections[0]?.asked;
			stop();
			const { run } = await ended;
			expect(run.data.resultData.runData.TextMe?.[0]?.error?.context).toMatchObject({ outcome });
			await connections[0]?.closed;
			expect(connections).toHaveLength(1);
		});
	});
});

test('takes a refusal whose page never ends for one, and closes its connection', async () => {
	const part = `${HEADERS.replace('200 OK', '403 Forbidden')}<h1>`;
	await partOfReply(part, async (baseUrl, connections) => {
		const credentials = { ...fixture.credentials(), baseUrl };
		const { error } = await withSoonTimeouts(() => fixture.run(send, { credentials }));
		expect(error?.message).toBe('The service refused access (HTTP 403) [item 0]');
		expect(error?.context).toMatchObject({ outcome: 'rejected' });
		await connections[0]?.closed;
	});
});

test('waits with a time-out longer than any timer', async () => {
	await fixture.runWell(sendSms({}, { timeout: 10_000_000 }));
});

test('ends the pause before another try at a stop, and makes none', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 500, times: 0 });
	let stop: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => (stop = resolve));
	const { error } = await onWait.run(
		() => {
			stop();
			return new Promise<void>(() => undefined);
		},
		() => fixture.run(read, { stopped }),
	);
	expect(error?.message).toBe('The execution was stopped [item 0]');
	expect(fixture.sandbox.requests()).toHaveLength(1);
});
