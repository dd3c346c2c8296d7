import type { INodeParameters } from 'n8n-workflow';
import { bulkByPath, bulkPeople, people, sendSms, TO_EACH } from './harness/calls.mts';
import { onWait } from './harness/noWaits.mts';
import { getByDate } from './harness/reports.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();

const sendEach = sendSms({ phones: '={{ $json.phone }}', message: '={{ $json.message }}' });

async function toldBy(parameters: INodeParameters, options: SandboxRun = {}): Promise<string[]> {
	const told: string[] = [];
	await fixture.run(parameters, { ...options, toConsole: (text) => told.push(text) });
	return told;
}

test('tells after each request of Send Bulk how many of all messages are sent', async () => {
	expect(await toldBy(bulkByPath(), { items: bulkPeople(5001) })).toEqual([
		...['2,500 of 5,001 sent', '5,000 of 5,001 sent', '5,001 of 5,001 sent'],
	]);
});

test('tells after each request of a read how far it is', async () => {
	const weeks = getByDate({ from: '2026-01-15T10:00:00', to: '2026-02-05T10:00:00' });
	expect(await toldBy(weeks)).toEqual([
		'Get delivery reports by date: 1 of 3 requests done',
		'Get delivery reports by date: 2 of 3 requests done',
		'Get delivery reports by date: 3 of 3 requests done',
	]);
});

test('counts nobody as sent whom the service refuses or leaves out', async () => {
	fixture.sandbox.optOut({ phone: '0502222222' });
	const items = ['0501111111', '0502222222', 'no phone', '0503333333'].map((phone) => ({
		...{ phone, message: 'Hello' },
	}));
	expect(await toldBy(sendEach, { items, onError: 'continueRegularOutput' })).toEqual([
		'1 of 3 sent',
		'2 of 3 sent',
	]);
});

test('tells nothing of a single request, which is over at once', async () => {
	expect(await toldBy(bulkByPath(), { items: bulkPeople(100) })).toEqual([]);
});

test('sends nothing more when the execution is stopped between two requests, and says so', async () => {
	let stop: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => (stop = resolve));
	const bulk = bulkByPath();
	const { run } = await fixture.run(bulk, { items: bulkPeople(5001), stopped, toConsole: stop });
	const error = run.data.resultData.runData.TextMe?.[0]?.error;
	expect(error?.message).toBe('The execution was stopped');
	expect(error?.description).toMatch(
		/^Nothing more was sent\. 2,500 other items were carried out\./,
	);
	expect(fixture.sandbox.requests()).toHaveLength(1);
});

test.each([
	['slow ones', 60, 5],
	['quick ones', 0, 0],
])('n8n does other work between items, if they are %s', async (_, msEach, turns) => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (now += msEach));
	const pauses: number[] = [];
	await onWait.run(
		(ms) => void pauses.push(ms),
		() => fixture.runWell(sendSms(TO_EACH), { items: people(5) }),
	);
	expect(pauses).toEqual(Array(turns).fill(0));
});
