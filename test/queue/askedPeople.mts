import { setTimeout as sleep } from 'node:timers/promises';
import {
	activated,
	createTextMeCredential,
	node,
	workflowOf,
} from '../e2e/harness/triggerWorkflow.mts';
import { startCollector } from '../storm/collector.mts';
import type { QueueN8n } from './queueN8n.mts';

/** What became of the people who were asked by Send and Wait for Response. */
export interface AskedResult {
	asked: number;
	/** Without a text with a link, and with more than one. */
	missingTexts: number;
	doubledTexts: number;
	/** Whose answer no execution went on with, and with whose answer more than one did. */
	lost: number;
	doubled: number;
}

const PEOPLE = 10;
const PATH = 'ask';
const PATIENCE = 60_000;
const LINK = /http:\S+\/webhook-waiting\/\S+/;

const phoneOf = (n: number) => `054${String(1_000_000 + n)}`;
const phones = Array.from({ length: PEOPLE }, (_, n) => phoneOf(n));

/** Asks everybody; the executions then wait. The returned function lets everybody answer, twice. */
export async function askPeople({
	rest,
	sandbox,
	webhookUrl,
}: QueueN8n): Promise<() => Promise<AskedResult>> {
	const credential = await createTextMeCredential(rest, sandbox);
	const collector = await startCollector();
	const webhook = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: PATH, responseMode: 'onReceived', options: {} },
		{ typeVersion: 2, webhookId: PATH },
	);
	const ask = node(
		'Ask',
		'n8n-nodes-textme.textMe',
		{
			operation: 'sendAndWait',
			source: { __rl: true, mode: 'id', value: 'TextMe' },
			phone: '={{ $json.body.phone }}',
			message: 'Do you approve?',
		},
		{ credentials: { textMeApi: credential } },
	);
	const report = node(
		'Report',
		'n8n-nodes-base.httpRequest',
		{
			url: `=${collector.url}/?event={{ $json.phone }}&execution={{ $execution.id }}`,
			options: {},
		},
		{ typeVersion: 4.2 },
	);
	await activated(rest, workflowOf('Ask', [webhook], [ask, report]));
	for (const phone of phones) await post(`${webhookUrl}/webhook/${PATH}`, { phone });
	const textsTo = (phone: string) => sandbox.messages({ phone }).map(({ text }) => text);
	await until(() => phones.every((phone) => textsTo(phone).length > 0));

	return async () => {
		const texts = phones.map(textsTo);
		for (const [first = ''] of texts) {
			const [link] = LINK.exec(first) ?? [];
			if (!link) continue;
			// Whatever previews links, and then a person with an impatient finger.
			await fetch(link);
			await Promise.all([post(link, { decision: 'confirm' }), post(link, { decision: 'confirm' })]);
		}
		await until(() => phones.every((phone) => collector.seen.has(phone)));
		collector.close();
		const reports = phones.map((phone) => collector.seen.get(phone)?.length ?? 0);
		return {
			asked: PEOPLE,
			missingTexts: texts.filter(({ length }) => length === 0).length,
			doubledTexts: texts.filter(({ length }) => length > 1).length,
			lost: reports.filter((count) => count === 0).length,
			doubled: reports.filter((count) => count > 1).length,
		};
	};
}

const post = (url: string, fields: Record<string, string>) =>
	fetch(url, { method: 'POST', body: new URLSearchParams(fields) });

/** Gives up silently: what is missing is counted. */
async function until(condition: () => boolean): Promise<void> {
	const deadline = Date.now() + PATIENCE;
	while (!condition() && Date.now() < deadline) await sleep(200);
}
