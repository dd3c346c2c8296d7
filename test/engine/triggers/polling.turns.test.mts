import { onWait } from '../harness/noWaits.mts';
import { MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { eventsOf } from '../harness/triggerHost.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const fixture = useSandbox();
const workflow = usePollingTriggers(fixture);

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

test('n8n does other work between new events, while they are read and while they are written', async () => {
	const trigger = await beforePoll();
	eachLookTakes(60);
	let turns = 0;
	const found = await onWait.run(
		() => void turns++,
		() => trigger.find(),
	);
	expect([found?.[0]?.length, turns]).toEqual([TEXTS, 2 * TEXTS]);
});
