import { runScenario } from './harness/runScenario.mts';

/** How often each of five recipients got the text, when the item `bad` was refused by the service. */
interface RetryCase {
	onError: string;
	bad: number;
	textMe: number[];
	/** How often this node tried the refused item. */
	textMeTries: number;
	twilio: number[];
}

const textedTwice = (times: number[]) => times.filter((count) => count > 1).length;

describe('Retry On Fail with three tries and one refused item among five', () => {
	let cases: RetryCase[] = [];

	beforeAll(async () => {
		cases = await runScenario<RetryCase[]>('retryOnFail');
		console.table(cases.map((row) => ({ ...row, ...asText(row) })));
	});

	test.each(['stop', 'continueRegularOutput', 'continueErrorOutput'])(
		'sends nobody a second text (%s)',
		(onError) => {
			const ours = cases.filter((row) => row.onError === onError);
			expect(ours.map(({ bad }) => bad)).toEqual([0, 2]);
			for (const { bad, textMe, textMeTries } of ours) {
				// n8n runs the node again when it throws, and when its first item says that it failed.
				expect(textMeTries).toBe(onError === 'stop' || bad === 0 ? 3 : 1);
				// Five requests are under way at a time: all others have gone out when one is refused.
				expect(textMe).toEqual(textMe.map((_, index) => (index === bad ? 0 : 1)));
			}
		},
	);

	// The contrast that shows that the cases above are dangerous ones.
	test("sends people a second text with n8n's Twilio node", () => {
		const repeated = cases.map(({ twilio }) => textedTwice(twilio));
		expect(Math.max(...repeated)).toBeGreaterThan(0);
	});
});

const asText = ({ textMe, twilio }: RetryCase) => ({
	textMe: textMe.join(' '),
	twilio: twilio.join(' '),
});
