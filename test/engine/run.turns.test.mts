import { onWait } from './harness/noWaits.mts';
import { people, sendSms, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
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
