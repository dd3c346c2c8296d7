import { onWait } from '../harness/noWaits.mts';
import { MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { eventsOf } from '../harness/triggerHost.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const fixture = useSandbox();
const { active, pass } = usePollingTriggers(fixture);

test.each([
	['slow ones', 60, 5],
	['quick ones', 0, 0],
])('n8n does other work between records that it knows, if they are %s', async (_, ms, turns) => {
	const trigger = await active({ events: ['incomingMessage'] });
	const { username } = fixture.sandbox.account;
	for (let n = 1; n <= 5; n++) {
		fixture.sandbox.handsetReply({ phone: `050200000${n}`, text: 'Yes', username });
	}
	await pass(MINUTE);
	expect(eventsOf(await trigger.poll())).toHaveLength(5);
	await pass(MINUTE);
	let now = performance.now();
	jest.spyOn(performance, 'now').mockImplementation(() => (now += ms));
	const pauses: number[] = [];
	const found = await onWait.run(
		(pause) => void pauses.push(pause),
		() => trigger.find(),
	);
	expect(found).toBeNull();
	expect(pauses).toEqual(Array(turns).fill(0));
});
