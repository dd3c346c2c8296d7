import type { N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import { oneNodeWorkflow, START } from '../harness/oneNodeWorkflow.mts';
import { scenario, type RealN8n } from '../harness/realN8n.mts';
import { REFUSED_SENDER, startVendorStub } from '../harness/vendorStub.mts';

type Node = WorkflowFile['nodes'][number];

const PHONES = ['0501111110', '0501111111', '0501111112', '0501111113', '0501111114'];
const MODES = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;
const BAD = [0, 2];

/** How often each of the five recipients got the text when the service refuses the sender of the item `bad`. */
interface RetryCase {
	onError: string;
	bad: number;
	textMe: number[];
	/** How often this node tried the refused item. */
	textMeTries: number;
	twilio: number[];
}

async function run(
	rest: N8nRest,
	node: Pick<Node, 'type' | 'parameters' | 'credentials'>,
	onError: Node['onError'],
	bad: number,
) {
	const workflow = oneNodeWorkflow(
		`${node.type}, ${onError ?? 'stop'}, item ${bad}`,
		{
			...node,
			...(onError && { onError }),
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		},
		PHONES.map((phone, index) => ({ phone, sender: index === bad ? REFUSED_SENDER : 'TextMe' })),
	);
	const { id } = await rest.createWorkflow(workflow);
	const { executionId } = await rest.run(id, START);
	await rest.ended(executionId);
}

async function credential(rest: N8nRest, type: string, data: Record<string, unknown>) {
	const { id } = await rest.createCredential(type, type, data);
	return { [type]: { id, name: type } };
}

const stub = await startVendorStub();

/** Retry On Fail with three tries: the TextMe node, and for comparison n8n's own Twilio node. */
async function retries({ rest, sandbox }: RealN8n): Promise<RetryCase[]> {
	const { username, token: apiToken } = sandbox.account;
	const textMe = await credential(rest, 'textMeApi', {
		username,
		apiToken,
		baseUrl: sandbox.baseUrl,
		encoding: 'json',
	});
	const twilio = await credential(rest, 'twilioApi', {
		authType: 'authToken',
		accountSid: 'AC00000000',
		authToken: 'none',
	});
	const cases: RetryCase[] = [];
	for (const onError of MODES) {
		for (const bad of BAD) {
			const text = `${onError ?? 'stop'}, item ${bad}`;
			await run(
				rest,
				{
					type: 'n8n-nodes-textme.textMe',
					credentials: textMe,
					parameters: {
						resource: 'sms',
						operation: 'send',
						source: { __rl: true, mode: 'id', value: '={{ $json.sender }}' },
						phones: '={{ $json.phone }}',
						message: text,
						options: {},
					},
				},
				onError,
				bad,
			);
			await run(
				rest,
				{
					type: 'n8n-nodes-base.twilio',
					credentials: twilio,
					parameters: {
						resource: 'sms',
						operation: 'send',
						from: '={{ $json.sender }}',
						to: '={{ $json.phone }}',
						message: text,
						options: {},
					},
				},
				onError,
				bad,
			);
			cases.push({
				onError: onError ?? 'stop',
				bad,
				textMe: PHONES.map((phone) => sandbox.timesSent(phone, text)),
				textMeTries: sandbox
					.requests()
					.filter(({ body }) => body.includes(text) && body.includes(REFUSED_SENDER)).length,
				twilio: PHONES.map((phone) => stub.timesSent(phone, text)),
			});
		}
	}
	return cases;
}

try {
	await scenario(retries, { env: stub.env });
} finally {
	await stub.close();
}
