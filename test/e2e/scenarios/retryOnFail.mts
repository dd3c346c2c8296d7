import type { N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import { byHand, carriedOut, chosen, textMe } from '../harness/byHand.mts';
import { scenario, type RealN8n } from '../harness/realN8n.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';
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

async function run(rest: N8nRest, node: Node, onError: Node['onError'], bad: number) {
	const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const people = PHONES.map((phone, index) => ({
		phone,
		sender: index === bad ? REFUSED_SENDER : 'TextMe',
	}));
	const name = `${node.type}, ${onError ?? 'stop'}, item ${bad}`;
	await carriedOut(
		rest,
		byHand(name, [{ ...node, ...(onError && { onError }), ...retried }], people),
	);
}

const stub = await startVendorStub();

/** Retry On Fail with three tries: the TextMe node, and for comparison n8n's own Twilio node. */
async function retries({ rest, sandbox }: RealN8n): Promise<RetryCase[]> {
	const credential = await createTextMeCredential(rest, sandbox);
	const vendor = { authType: 'authToken', accountSid: 'AC00000000', authToken: 'none' };
	const { id } = await rest.createCredential('Twilio', 'twilioApi', vendor);
	const twilioApi = { id, name: 'Twilio' };
	const cases: RetryCase[] = [];
	for (const onError of MODES) {
		for (const bad of BAD) {
			const text = `${onError ?? 'stop'}, item ${bad}`;
			const send = { resource: 'sms', operation: 'send', message: text, options: {} };
			const [sender, phone] = ['={{ $json.sender }}', '={{ $json.phone }}'];
			const ours = textMe('Send', credential, { ...send, source: chosen(sender), phones: phone });
			const theirs = { ...send, from: sender, to: phone };
			const more = { credentials: { twilioApi } };
			await run(rest, ours, onError, bad);
			await run(rest, node('Send', 'n8n-nodes-base.twilio', theirs, more), onError, bad);
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
