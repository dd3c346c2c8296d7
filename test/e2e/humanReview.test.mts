import { useScenario } from './harness/runScenario.mts';

interface Reviewed {
	text: string;
	page: { status: number; heading: string };
	shown: string;
	before: number;
	customer: string[];
	boss: number;
	status: string;
	said: string;
}

describe("n8n's human review of an agent's tool, by text", () => {
	const report = useScenario<
		Record<'approved' | 'declined' | 'silent' | 'reason' | 'untouched', Reviewed> & {
			askedAgain: { text: string; sent: string[] };
			insideAgent: { status: string; texts: number; told: string };
			unasked: Record<string, { status: string; texts: number; said: string }>;
		}
	>('humanReview');

	test.each(['approved', 'declined', 'silent'] as const)(
		'asks the boss once, before the tool runs: %s',
		(way) => {
			expect(report()[way]).toMatchObject({
				text: 'The agent wants to run Text_the_customer with {"message":"Your order is late"}\nLINK',
				page: { status: 200 },
				before: 0,
				boss: 1,
				status: 'success',
			});
		},
	);

	test('says in words what is asked for with all its defaults', () => {
		const asks = 'The agent asks for your approval:\nText the customer: Your order is late';
		const { text, shown, customer, said } = report().untouched;
		expect({ text, shown, customer }).toEqual({
			text: `${asks}\nLINK`,
			shown: asks,
			customer: ['Your order is late'],
		});
		expect(said).toMatch(/accepted/);
	});

	test('says so again for the next call of a model that was declined', () => {
		expect(report().askedAgain).toEqual({
			text: 'The agent asks for your approval:\nText the customer: Second\nLINK',
			sent: ['Second'],
		});
	});

	test('asks nobody where n8n could not wait for the answer', () => {
		expect(report().insideAgent).toEqual({
			status: 'success',
			texts: 0,
			told: expect.stringContaining('cannot wait inside an AI Agent of version 2') as string,
		});
	});

	test('approved, the tool runs and the agent learns what it brought', () => {
		expect(report().approved.customer).toEqual(['Your order is late']);
		expect(report().approved.said).toContain('accepted');
	});

	test.each([
		['declined', 'User rejected the tool call to Text the customer'],
		['silent', 'Nobody has answered: the time to approve this is over.'],
	] as const)('tells the agent that the tool did not run: %s', (way, told) => {
		expect(report()[way].customer).toEqual([]);
		expect(report()[way].said).toContain(told);
	});

	test('tells the agent why its boss has declined', () => {
		expect(report().reason.customer).toEqual([]);
		expect(report().reason.said).toMatch(/provided feedback: \\?"Call her/);
	});

	test.each([
		['no number', "Nobody was asked: 'Phone Number' is not a phone number"],
		['an outage', 'It is not known whether anybody was asked: '],
	])('tells the agent that its question did not get through: %s', (why, told) => {
		const { said, ...others } = report().unasked[why] ?? {};
		expect(others).toEqual({ status: 'success', texts: 0 });
		expect(said).toContain(told);
		expect(said).not.toContain('rejected');
	});
});
