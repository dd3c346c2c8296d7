import { setTimeout as sleep } from 'node:timers/promises';
import { textMe } from '../e2e/harness/byHand.mts';
import {
	activated,
	createTextMeCredential,
	node,
	webhookNode,
	workflowOf,
} from '../e2e/harness/triggerWorkflow.mts';
import type { QueueN8n } from './queueN8n.mts';

const ROUNDS = 2;
const MESSAGES = 100;
/** Executions that send the same messages at the same instant. */
const AT_ONCE = 6;
const PATH = 'keyed-bulk';

const messagesOf = (round: number) =>
	Array.from({ length: MESSAGES }, (_, n) => ({
		phone: `053${String(1_000_000 + n)}`,
		text: `Order ${round}-${n}`,
		order: `${round}-${n}`,
	}));

async function createWorkflow({ rest, sandbox }: QueueN8n) {
	const credential = await createTextMeCredential(rest, sandbox);
	const webhook = webhookNode(PATH);
	const split = node('Split', 'n8n-nodes-base.splitOut', {
		fieldToSplitOut: 'body.messages',
		options: {},
	});
	const send = textMe('Send Bulk', credential, {
		operation: 'sendBulk',
		phones: '={{ $json.phone }}',
		message: '={{ $json.text }}',
		options: { idempotencyKey: '={{ $json.order }}' },
	});
	return await activated(rest, workflowOf('Keyed bulk', [webhook], [split, send]));
}

/** Uses the same keys in several executions at once, in several rounds, and all of them again later. */
export async function keyedBulk(queue: QueueN8n) {
	const { rest, sandbox, webhookUrl } = queue;
	const workflow = await createWorkflow(queue);
	let executions = 0;
	const ask = async (round: number) => {
		executions += 1;
		const response = await fetch(`${webhookUrl}/webhook/${PATH}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ messages: messagesOf(round) }),
		});
		if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
	};
	const ended = async () => {
		const running = ['new', 'running'];
		while ((await rest.executions(workflow.id)).some(({ status }) => running.includes(status))) {
			await sleep(300);
		}
	};
	for (let round = 0; round < ROUNDS; round++) {
		await Promise.all(Array.from({ length: AT_ONCE }, () => ask(round)));
		await ended();
	}
	for (let round = 0; round < ROUNDS; round++) await ask(round);
	await ended();

	const all = Array.from({ length: ROUNDS }, (_, round) => messagesOf(round)).flat();
	const times = all.map(({ phone, text }) => sandbox.timesSent(phone, text));
	return {
		messages: all.length,
		executions,
		// Messages that never went out, and messages that went out more than once.
		missingTexts: times.filter((count) => count === 0).length,
		doubledTexts: times.filter((count) => count > 1).length,
	};
}
