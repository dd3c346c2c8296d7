import { sendToEach, useDeliveryWaits } from './harness/deliveryWaits.mts';
import { DANA, OMER, texts, useReplyQuestions } from './harness/replyQuestions.mts';
import { ENCODINGS, useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { outcomes } from './harness/watchedRuns.mts';

const fixture = useSandbox();
const PHONE = '0537778899';

const inRehearsal = (options: SandboxRun): SandboxRun => ({
	...options,
	credentials: { ...fixture.credentials(options), rehearsalPhone: PHONE },
});
const rung = () => [...new Set(fixture.sandbox.messages().map(({ phone }) => phone))];

describe('answers', () => {
	const { asked, askEach, due, reply } = useReplyQuestions(fixture);

	test.each(ENCODINGS)('takes those of the one phone, in %s', async (encoding) => {
		const { watcher } = await asked([DANA], askEach(), inRehearsal({ encoding }));
		expect(rung()).toEqual([PHONE]);
		reply(DANA, 'No');
		await due(watcher);
		expect(watcher.waitTill).toBeDefined();
		reply(PHONE, 'Yes');
		await due(watcher);
		expect(watcher.waitTill).toBeUndefined();
		expect(texts(watcher)).toEqual(['Yes']);
		expect(watcher.output[0]?.json).toMatchObject({
			phone: DANA,
			rehearsal: true,
			warning: `Rehearsal: this went to ${PHONE} instead.`,
		});
	});

	test('replaces an older question by a newer one, since one phone can answer only one', async () => {
		const { watcher } = await asked([DANA, OMER], askEach(), inRehearsal({}));
		reply(PHONE, 'Yes');
		await due(watcher);
		expect(outcomes(watcher)).toEqual(['replaced', 'answered']);
	});
});

describe('deliveries', () => {
	const { sent, due } = useDeliveryWaits(fixture);

	test.each(ENCODINGS)('waits for those to the one phone, in %s', async (encoding) => {
		const phones = Array.from({ length: 12 }, (_, n) => `05012345${n + 10}`);
		const { watcher } = await sent(phones, sendToEach(), inRehearsal({ encoding }));
		expect(rung()).toEqual([PHONE]);
		await due(watcher);
		expect(watcher.waitTill).toBeUndefined();
		expect(outcomes(watcher)).toEqual([
			...Array<string>(10).fill('delivered'),
			undefined,
			undefined,
		]);
		expect(watcher.output.at(-1)?.json).toMatchObject({ rehearsal: true, onlyChecked: true });
	});
});
