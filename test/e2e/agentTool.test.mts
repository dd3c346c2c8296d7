import { runScenario } from './harness/runScenario.mts';

interface AgentRun {
	status: string;
	said: unknown;
	results: unknown[];
	tools: Array<{ name: string; description: string; parameters: string[] }>;
	timesSent: number;
	timesSentWhenLost: number;
	offersSent: number;
	unblocksWhenOff: number;
	unblocks: number;
}

type Agent = 'agent3' | 'agent2';

/** One n8n for both agents. */
let reports: Promise<Record<Agent, AgentRun>> | undefined;

const aText = expect.any(String) as string;

describe.each([
	['agent3', '0531111101'],
	['agent2', '0521111101'],
] as Array<[Agent, string]>)('a model that has the node as a tool (%s)', (agent, phone) => {
	let run: AgentRun;
	const tool = (name: string) => run.tools.find((each) => each.name === name);
	beforeAll(async () => {
		reports ??= runScenario<Record<Agent, AgentRun>>('agentTool');
		run = (await reports)[agent];
	});

	test('comes to its end', () => {
		expect(run).toMatchObject({ status: 'success', said: [{ output: 'Done.' }] });
	});

	test('is told when to use a tool, what it costs and what comes back', () => {
		expect(tool('Send_SMS')).toEqual({
			name: 'Send_SMS',
			description: aText,
			parameters: ['Phone_Numbers', 'Message'],
		});
		for (const words of [
			'Use it only when somebody is to be texted',
			'Each message costs money and reaches a person',
			'Returns accepted',
			'Phone Numbers: One number or several',
		]) {
			expect(tool('Send_SMS')?.description).toContain(words);
		}
		expect(tool('Get_Report')?.description).toContain(
			'Free of charge and changes nothing, so it may be repeated.',
		);
	});

	test('sends a text and gets few fields for it', () => {
		expect(run.results[0]).toEqual([
			{ accepted: true, shipmentId: aText, phone, externalId: aText, segments: 1 },
		]);
	});

	test('texts nobody twice by making the same call again', () => {
		const [sent] = run.results[0] as [object];
		expect(run.results[1]).toEqual([
			{ ...sent, note: 'Sent before in this run. Nothing was sent again.' },
		]);
		expect(run.timesSent).toBe(1);
	});

	test('looks up what became of it', () => {
		expect(run.results[2]).toEqual([
			{
				found: true,
				externalId: aText,
				shipmentId: aText,
				phone,
				state: 'delivered',
				final: true,
				meaning: 'Delivered',
				date: aText,
			},
		]);
	});

	test('sends nothing again when an answer was lost, nor does Retry On Fail for it', () => {
		const [lost] = run.results[3] as [{ whatToDo: string }];
		expect(lost).toMatchObject({ outcome: 'unknown', retryable: false });
		expect(lost).toMatchObject({
			whatToDo: expect.stringContaining(`look it up with Report, Get by External ID`) as string,
		});
		// The same call again says the same.
		expect(run.results[4]).toEqual([lost]);
		expect(run.timesSentWhenLost).toBe(1);
	});

	test('is kept from what nobody has allowed, before any request', () => {
		expect(run.results[5]).toEqual([
			{
				error:
					'AI agents are not allowed to do this (Remove numbers from blocklist), because it lifts the block of people who asked not to be messaged',
				whatToDo:
					"Nothing was sent or changed. Do not try again; tell the user that a person can allow it with 'Let AI Models Unblock Numbers' in the node 'Unblock Off'.",
				outcome: 'rejected',
				retryable: false,
			},
		]);
		expect(run.unblocksWhenOff).toBe(0);
	});

	test('sends ten messages in one execution', () => {
		const offers = run.results.slice(7, 19);
		expect(offers).toHaveLength(12);
		const isSent = (result: unknown) => JSON.stringify(result).includes('"accepted":true');
		expect(offers.filter(isSent)).toHaveLength(10);
		for (const refused of offers.filter((result) => !isSent(result))) {
			expect(refused).toEqual([
				expect.objectContaining({
					error: expect.stringMatching(/^'Maximum Messages' is 10/) as string,
					whatToDo: expect.stringMatching(
						/can raise 'Maximum Messages' under 'Limits' in the node 'Send Offer'/,
					) as string,
				}),
			]);
		}
		expect(run.offersSent).toBe(10);
	});

	test('does it once somebody has', () => {
		expect(run.results[6]).toEqual([{ removed: 0, notOnList: 1, phones: [phone] }]);
		expect(run.unblocks).toBe(1);
	});
});
