import { chosen, textMe } from '../e2e/harness/byHand.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	webhookNode,
	workflowOf,
} from '../e2e/harness/triggerWorkflow.mts';
import { startCollector } from './collector.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { until } from '../../demo/until.mts';
import type { QueueN8n } from './queueN8n.mts';

/** A way to answer. People are impatient and answer twice. */
interface Way {
	name: string;
	path: string;
	/** The first digits of the phones of people asked this way. */
	prefix: string;
	parameters: (sandbox: Sandbox) => Record<string, unknown>;
	answer: (sandbox: Sandbox, phone: string, question: string) => Promise<void>;
}

const PEOPLE = 4;
const LINK = /http:\S+\/webhook-waiting\/\S+/;

export const WAYS: Way[] = [
	{
		name: 'Approval',
		path: 'ask',
		prefix: '054',
		parameters: () => ({ options: { shortenLink: false } }),
		answer: async (_, __, question) => {
			const [link] = LINK.exec(question) ?? [];
			if (!link) return;
			// A link preview, and then a person who presses twice.
			await fetch(link);
			await Promise.all([post(link, { decision: 'confirm' }), post(link, { decision: 'confirm' })]);
		},
	},
	{
		name: 'SMS Reply',
		path: 'ask-by-text',
		prefix: '058',
		parameters: ({ account }) => ({ source: chosen(account.number), responseType: 'smsReply' }),
		answer: (sandbox, phone) => {
			const { number: dest } = sandbox.account;
			for (const text of ['yes', 'yes']) sandbox.handsetReply({ phone, text, dest });
			return Promise.resolve();
		},
	},
];

/** Asks everybody; the executions then wait. The returned function answers for everybody, and counts people. */
export async function askPeople(
	{ rest, sandbox, webhookUrl }: QueueN8n,
	{ name, path, prefix, parameters, answer }: Way,
) {
	const phones = Array.from({ length: PEOPLE }, (_, n) => `${prefix}${1_000_000 + n}`);
	const credential = await createTextMeCredential(rest, sandbox);
	const collector = await startCollector();
	const webhook = webhookNode(path);
	const ask = textMe('Ask', credential, {
		operation: 'sendAndWait',
		phones: '={{ $json.body.phone }}',
		message: 'Do you approve?',
		...parameters(sandbox),
	});
	const report = callNode(
		'Report',
		`=${collector.url}/?event={{ $json.phone }}&execution={{ $execution.id }}`,
	);
	await activated(rest, workflowOf(`Ask, ${name}`, [webhook], [ask, report]));
	for (const phone of phones) await post(`${webhookUrl}/webhook/${path}`, { phone });
	const textsTo = (phone: string) => sandbox.messages({ phone }).map(({ text }) => text);
	// Missing texts are counted later.
	await until(() => phones.every((phone) => textsTo(phone).length > 0)).catch(() => undefined);

	return async () => {
		const texts = phones.map(textsTo);
		for (const [n, phone] of phones.entries()) await answer(sandbox, phone, texts[n]?.[0] ?? '');
		await until(() => phones.every((phone) => collector.seen.has(phone))).catch(() => undefined);
		collector.close();
		const reports = phones.map((phone) => collector.seen.get(phone)?.length ?? 0);
		return {
			asked: PEOPLE,
			// People without a question, and people with more than one.
			missingTexts: texts.filter(({ length }) => length === 0).length,
			doubledTexts: texts.filter(({ length }) => length > 1).length,
			// People whose answer resumed no execution, or more than one.
			lost: reports.filter((count) => count === 0).length,
			doubled: reports.filter((count) => count > 1).length,
		};
	};
}

const post = (url: string, fields: Record<string, string>) =>
	fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
