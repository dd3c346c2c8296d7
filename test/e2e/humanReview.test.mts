import { runScenario } from './harness/runScenario.mts';

const containing = (text: string) => expect.stringContaining(text) as string;

const asks = 'The agent asks for your approval:\nText the customer: Your order is late';
const own = 'The agent wants to run Text_the_customer with {"message":"Your order is late"}';
/** The boss is asked once, before the tool runs. */
const reviewed = (text: string, customer: string[], said: unknown) => ({
	text: `${text}\nLINK`,
	page: { status: 200, heading: 'Your answer is needed' },
	shown: text.replaceAll('"', '&quot;'),
	before: 0,
	customer,
	boss: 1,
	status: 'success',
	said,
});

test("n8n's human review of an agent's tool asks by text, and runs the tool only once it is approved", async () => {
	expect(await runScenario('humanReview')).toEqual({
		// n8n could not wait for the answer.
		insideAgent: {
			status: 'success',
			texts: 0,
			told: containing('cannot wait inside an AI Agent of version 2'),
		},
		// After the boss declined the first call.
		askedAgain: {
			text: 'The agent asks for your approval:\nText the customer: Second\nLINK',
			sent: ['Second'],
		},
		// With all defaults, the question describes the call in words.
		untouched: reviewed(asks, ['Your order is late'], containing('accepted')),
		approved: reviewed(own, ['Your order is late'], containing('accepted')),
		declined: reviewed(own, [], containing('User rejected the tool call to Text the customer')),
		silent: reviewed(own, [], containing('Nobody has answered: the time to approve this is over.')),
	});
});
