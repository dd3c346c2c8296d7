import { onWait } from '../harness/noWaits.mts';
import { MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { eventsOf } from '../harness/triggerHost.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const fixture = useSandbox();
const workflow = usePollingTriggers(fixture, { isBeside: true });

const TEXTS = 5;

/** A poller, and as many texts as it has not seen. */
async function beforePoll() {
	const trigger = await workflow.active({ events: ['incomingMessage'] });
	const { username } = fixture.sandbox.account;
	for (let n = 1; n <= TEXTS; n++) {
		fixture.sandbox.handsetReply({ phone: `050200000${n}`, text: 'Yes', username });
	}
	await workflow.pass(MINUTE);
	return trigger;
}

/** From now on, this much time passes whenever a node looks at its watch. */
function eachLookTakes(ms: number): void {
	let now = performance.now();
	jest.spyOn(performance, 'now').mockImplementation(() => (now += ms));
}

test.each([
	['slow ones', 60, TEXTS],
	['quick ones', 0, 0],
])('n8n does other work between records that it knows, if they are %s', async (_, ms, turns) => {
	const trigger = await beforePoll();
	expect(eventsOf(await trigger.poll())).toHaveLength(TEXTS);
	await workflow.pass(MINUTE);
	eachLookTakes(ms);
	const pauses: number[] = [];
	const found = await onWait.run(
		(pause) => void pauses.push(pause),
		() => trigger.find(),
	);
	expect(found).toBeNull();
	expect(pauses).toEqual(Array(turns).fill(0));
});

test('a push and another poll that come between records bring each event once', async () => {
	fixture.sandbox.registerPush({ feed: 'incoming', url: 'http://127.0.0.1:9/' });
	const webhook = await workflow.startWebhook();
	const trigger = await beforePoll();
	const seen: unknown[] = [];
	const pushes = fixture.sandbox.pushLog().map(({ body }) => body);
	eachLookTakes(60);
	const found = await onWait.run(
		async () => {
			const body = pushes.pop();
			if (body) seen.push(...eventsOf(await (await webhook.deliver({ body })).run));
			seen.push(...eventsOf(await trigger.poll()));
		},
		() => trigger.find(),
	);
	if (found) seen.push(...eventsOf(await trigger.execute(found, 'trigger')));
	expect(pushes).toEqual([]);
	expect(seen).toHaveLength(TEXTS);
});
