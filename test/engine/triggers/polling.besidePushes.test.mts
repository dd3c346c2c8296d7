import type { IDataObject } from 'n8n-workflow';
import { neverEnding } from '../harness/pushes.mts';
import { eventNames, MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { eventsOf, type TriggerHost } from '../harness/triggerHost.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const fixture = useSandbox();
const { active, startWebhook, restart, pass, oneOfEachArrives } = usePollingTriggers(fixture, {
	isBeside: true,
});

beforeEach(() => {
	for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
		fixture.sandbox.registerPush({ feed, url: 'http://127.0.0.1:9/' });
	}
});

/** Both triggers in one workflow, after one event per feed that neither has had. */
async function both() {
	const webhook = await startWebhook();
	const poller = await active();
	await oneOfEachArrives();
	return { webhook, poller };
}

/** The sandbox's pushes, which nobody received. */
const pushes = () => fixture.sandbox.pushLog().map(({ body }) => body);

/** The workflow's events for a push, after its execution. */
const pushed = async (webhook: TriggerHost, body: string): Promise<IDataObject[]> =>
	eventsOf(await (await webhook.deliver({ body })).run);

test('does not poll after a restart what was pushed, when only the database knows', async () => {
	const { webhook, poller } = await both();
	for (const body of pushes()) await pushed(webhook, body);
	const restarted = await restart(poller.staticData);
	expect(eventNames(await restarted.poll())).toHaveLength(0);
});

test('starts the workflow once for two equal texts of a person in a minute, pushed and polled', async () => {
	const webhook = await startWebhook();
	const poller = await active({ events: ['incomingMessage'] });
	const text = { phone: '0501234567', text: 'Yes', username: fixture.sandbox.account.username };
	for (let n = 0; n < 2; n++) fixture.sandbox.handsetReply(text);
	await pass(MINUTE);
	const events = [];
	for (const body of pushes()) events.push(...(await pushed(webhook, body)));
	events.push(...eventsOf(await poller.poll()));
	expect(events).toMatchObject([{ message: 'Yes' }]);
});

test('polls what was answered and lost', async () => {
	const { webhook, poller } = await both();
	const [first = '', ...lost] = pushes();
	await pushed(webhook, first);
	for (const body of lost) await webhook.receive({ body });
	expect(eventNames(await poller.poll())).toHaveLength(2);
});

test('does not poll what was cut off: a person retries its execution', async () => {
	const { poller } = await both();
	for (const body of pushes()) {
		const { begun, after } = neverEnding();
		void (await startWebhook({ after })).deliver({ body });
		await begun;
	}
	expect(eventNames(await poller.poll())).toHaveLength(0);
	const restarted = await restart(poller.staticData);
	await pass(MINUTE);
	expect(eventNames(await restarted.poll())).toHaveLength(0);
});

test('runs 72 texts once that were pushed while the token had expired for three days', async () => {
	const parameters = { events: ['incomingMessage'] };
	const webhook = await startWebhook({ parameters });
	const poller = await active(parameters);
	const { username } = fixture.sandbox.account;
	const seen: unknown[] = [];
	for (let hour = 0; hour < 72; hour++) {
		fixture.sandbox.handsetReply({ phone: '0501234567', text: `text ${hour}`, username });
		await pass(60 * MINUTE);
		const body = pushes().at(-1) ?? '';
		seen.push(...(await pushed(webhook, body)).map(({ message }) => message));
	}
	for (let polls = 0; polls < 3; polls++) {
		seen.push(...eventsOf(await poller.poll()).map(({ message }) => message));
		await pass(MINUTE);
	}
	expect(seen).toHaveLength(72);
	expect(new Set(seen).size).toBe(72);
});

test('polls a text that waits for others only when n8n was killed meanwhile', async () => {
	const { poller } = await both();
	const webhook = await startWebhook({ parameters: { more: { quietSeconds: 60 } } });
	const text = fixture.sandbox.pushLog().find(({ feed }) => feed === 'incoming');
	void webhook.receive({ body: text?.body ?? '' });
	expect(eventNames(await poller.poll()).sort()).toEqual(['blocklistAddition', 'deliveryReport']);
	const restarted = await restart(poller.staticData);
	await pass(MINUTE / 2);
	expect(eventNames(await restarted.poll())).toEqual(['incomingMessage']);
});

test('gives a push and the record of the same event one shape', async () => {
	const shape = (event: IDataObject | undefined) => Object.keys(event ?? {}).sort();
	const poller = await active({ events: ['incomingMessage'] });
	await oneOfEachArrives();
	const elsewhere = await startWebhook({ workflowId: 'another workflow' });
	const push = fixture.sandbox.pushLog().find(({ feed }) => feed === 'incoming');
	const [ofPush] = await pushed(elsewhere, push?.body ?? '');
	const [ofPoll] = eventsOf(await poller.poll());
	expect(ofPush?.event).toBe('incomingMessage');
	expect(shape(ofPoll)).toEqual(shape(ofPush));
	expect(ofPoll?.eventId).toBe(ofPush?.eventId);
});
