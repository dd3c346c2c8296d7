import './harness/noWaits.mts';

import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms, TO_EACH } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();
const texts = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

const NAMED = Array.from({ length: 5 }, (_, n) => ({ phone: '0501234567', text: `Dear ${n}` }));

describe('Duplicates', () => {
	describe.each(SENDS)('%s', (_, parameters) => {
		test('lets one text reach a phone, whatever the names, with One Text per Number', async () => {
			const { items } = await fixture.run(parameters(TO_EACH, { duplicates: 'onePerNumber' }), {
				items: NAMED,
			});
			expect(texts()).toEqual([['0501234567', 'Dear 0']]);
			expect(items.map(({ json }) => json.duplicateOf)).toEqual([undefined, 0, 0, 0, 0]);
		});
	});

	test.each(SENDS)(
		'the first row of a number counts with One Text per Number, by %s',
		async (_, parameters) => {
			const own = { ...TO_EACH, source: '={{ $json.from }}' };
			const rows = ['Nobody', 'TextMe'].flatMap((from, n) =>
				['Dear', 'Hello'].map((word) => ({ phone: `050123456${n}`, text: `${word} ${n}`, from })),
			);
			const { items } = await fixture.goOn(parameters(own, { duplicates: 'onePerNumber' }), rows);
			expect(texts()).toEqual([['0501234561', 'Dear 1']]);
			expect(items.map(({ json }) => json.accepted)).toEqual([false, false, true, false]);
			expect(items[1]?.json.error).toBe('Not sent, because item 0 was refused [item 1]');
			expect(items[3]?.json).toMatchObject({
				skipped: true,
				duplicateOf: 2,
				reason: 'Another item has a text for this number.',
			});
		},
	);

	test('sends nothing more to a number whose first text may have arrived', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, phase: 'after' });
		const { items } = await fixture.goOn(
			sendSms(TO_EACH, { duplicates: 'onePerNumber', concurrentRequests: 1 }),
			NAMED,
		);
		expect(texts()).toEqual([['0501234567', 'Dear 0']]);
		expect(items.map(({ json }) => json.accepted)).toEqual(['unknown', false, false, false, false]);
	});

	test('does not get round a limit with the duplicates of what it keeps back', async () => {
		const { items } = await fixture.goOn(
			sendSms(TO_EACH, { duplicates: 'onePerNumber', limits: { mostMessages: { figure: 1 } } }),
			[...NAMED, { phone: '0502222222', text: 'x' }],
		);
		expect(texts()).toEqual([]);
		expect(items.map(({ json }) => json.accepted)).toEqual(Array(6).fill(false));
	});

	test.each(SENDS)(
		'sends no other text to a number whose first was refused: %s',
		async (_, parameters) => {
			const [own, other] = ['0501234567', '0527654321'];
			const values = { ...TO_EACH, source: '={{ $json.from }}' };
			const { items } = await fixture.goOn(parameters(values, { duplicates: 'onePerNumber' }), [
				{ phone: own, text: 'Hi', from: 'Nobody' },
				{ phone: `${own}, ${other}`, text: 'Hello', from: 'TextMe' },
			]);
			expect(texts()).toEqual([[other, 'Hello']]);
			expect(items).toHaveLength(2);
			expect(items[1]?.json).toMatchObject({ phone: other, rejected: [{ phone: own }] });
		},
	);

	describe('when an item is refused whose key another one has', () => {
		const items = [0, 1, 0].map((key, n) => ({ phone: '0501234567', text: `Dear ${n}`, key }));
		const keyed = { tracking: { idempotencyKey: '={{ $json.key }}' }, concurrentRequests: 1 };
		beforeEach(() => void fixture.sandbox.addFault({ kind: 'noCredit' }));

		test('counts what the first try has sent in a retry', async () => {
			const [first, second, third] = items;
			const options = { ...keyed, limits: { mostMessages: { figure: 1 } } };
			await fixture.goOn(
				sendSms(TO_EACH, options),
				[first, { ...second, text: first?.text }, third].map((item) => ({ ...item })),
				{ retryOnFail: true, maxTries: 2 },
			);
			expect(texts()).toEqual([['0501234567', 'Dear 2']]);
		});
	});
});
