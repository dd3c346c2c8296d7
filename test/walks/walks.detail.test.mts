import { parametersFor, people, sendSms, TO_EACH } from '../engine/harness/calls.mts';
import { usePollingTriggers } from '../engine/harness/pollingTriggers.mts';
import { INCOMING, pushTrigger } from '../engine/harness/pushes.mts';
import { form } from '../engine/harness/fakeExchange.mts';
import { useSandbox } from '../engine/harness/useSandbox.mts';

/** Files entered, changes of file and calls of named functions: the goals of each walk. */
const WALKS = {
	'SMS, Send of one text': [35, 110, 260],
	'SMS, Send of three texts': [38, 260, 620],
	'Account, Get Balance': [20, 45, 100],
	'a push': [16, 50, 130],
	'a poll of three events': [26, 140, 400],
} as const;

const fixture = useSandbox();
const { active, oneOfEachArrives } = usePollingTriggers(fixture);

type Walk = keyof typeof WALKS;
const rows: string[] = [];

async function walk(name: Walk, run: () => Promise<unknown>): Promise<void> {
	const files: string[] = [];
	Object.assign(globalThis, { noteCall: (file: string) => files.push(file) });
	await run();
	Object.assign(globalThis, { noteCall: undefined });
	const stops = files.filter((file, at) => file !== files[at - 1]).length;
	const figures = [new Set(files).size, stops, files.length];
	rows.push(`${name}: ${figures.join(' / ')} (goal ${WALKS[name].join(' / ')})`);
	expect(files.length).toBeGreaterThan(0);
	const fs = await import('node:fs');
	const counts: Record<string, number> = {};
	for (const f of files)
		counts[f.replace(/.*dist\//, '')] = (counts[f.replace(/.*dist\//, '')] ?? 0) + 1;
	fs.writeFileSync(
		'/tmp/gway_walk_' + name.replace(/\W+/g, '_') + '.json',
		JSON.stringify(Object.entries(counts)),
	);
	fs.writeFileSync(
		'/tmp/gway_seq_' + name.replace(/\W+/g, '_') + '.json',
		JSON.stringify(files.map((f) => f.replace(/.*dist\//, ''))),
	);
	if (process.env.WALK === name) rows.push(...new Set(files));
}

afterAll(() => console.log(['Files / changes of file / calls', ...rows].join('\n')));

const getBalance = parametersFor('account', 'getBalance', { balanceOf: 'sms' });

test.each<[Walk, () => Promise<unknown>]>([
	['SMS, Send of one text', () => fixture.runWell(sendSms())],
	['SMS, Send of three texts', () => fixture.runWell(sendSms(TO_EACH), { items: people(3) })],
	['Account, Get Balance', () => fixture.runWell(getBalance())],
])('%s', async (name, run) => {
	// What is made once for all runs is made before.
	await run();
	await walk(name, run);
});

test('a push', async () => {
	const trigger = await pushTrigger();
	const deliver = async (message: string) =>
		await (
			await trigger.deliver({ body: form({ ...INCOMING, message }) })
		).run;
	await deliver('first');
	await walk('a push', () => deliver('second'));
});

test('a poll of three events', async () => {
	const trigger = await active();
	await oneOfEachArrives(1);
	await trigger.poll();
	await oneOfEachArrives(2);
	await walk('a poll of three events', () => trigger.poll());
});
