import type { INodeParameters } from 'n8n-workflow';
import { DAY, eventNames, MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const fixture = useSandbox();
const { start, active, restart, pass, sendTo, oneOfEach, oneOfEachArrives } =
	usePollingTriggers(fixture);

test('brings nothing again when n8n ends before its execution does: a person retries that', async () => {
	const trigger = await active();
	await oneOfEachArrives();
	const found = (await trigger.find()) ?? [];
	expect(found[0]).toHaveLength(3);
	const restarted = await restart(trigger);
	for (const ms of [10 * MINUTE, DAY, DAY]) {
		await pass(ms);
		expect(await restarted.poll()).toBeNull();
	}
	expect(eventNames(await restarted.execute(found, 'retry'))).toHaveLength(3);
});

test('gives two triggers of one account in a workflow, each with its own filter, their events', async () => {
	const filtered = (keywords: string, nodeId: string) =>
		start({ events: ['incomingMessage'], filters: { keywords } }, { nodeId });
	const both = [await filtered('reply', 'one'), await filtered('reply 1', 'two')];
	for (const trigger of both) await trigger.poll();
	await oneOfEach(1);
	await oneOfEachArrives(2);
	const [first, second] = [await both[0]?.poll(), await both[1]?.poll()];
	expect(eventNames(first)).toHaveLength(2);
	expect(eventNames(second)).toHaveLength(1);
});

describe('a trigger that has polled for a week', () => {
	const REPORTS = { events: ['deliveryReport'] };
	const texts = async () => {
		const { username } = fixture.sandbox.account;
		const phone = '0501234567';
		fixture.sandbox.handsetReply({ phone, text: 'old', dest: '0559000100', username });
		await sendTo(phone, 'old');
	};

	test.each([
		['whose feeds are changed', REPORTS, { events: ['incomingMessage'] }, 'account'],
		['whose filters are changed', { filters: { keywords: 'nothing' } }, {}, 'account'],
		['whose account is changed', {}, {}, 'reseller'],
	] as const)('brings nothing of before to %s', async (_, before, after, who) => {
		const credentials = fixture.credentials({ account: fixture.sandbox[who] });
		const trigger = await active(before, { credentials });
		for (let day = 0; day < 3; day++) {
			await texts();
			await pass(DAY);
			await trigger.poll();
		}
		const changed = await start(after as INodeParameters);
		Object.assign(changed.staticData, structuredClone(trigger.staticData));
		for (const ms of [MINUTE, DAY]) {
			await pass(ms);
			expect(await changed.poll()).toBeNull();
		}
		await oneOfEachArrives();
		expect(eventNames(await changed.poll())).toContain('incomingMessage');
	});
});
