import { setTimeout as sleep } from 'node:timers/promises';
import { createExampleWorkflows, webhookPaths } from '../../../demo/exampleWorkflows.mts';
import { FEEDS } from '../../../sandbox/feeds.mts';
import { lastMessage, post, waits } from '../harness/askWorkflow.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

/** What reached the phone, as often as a reply may take. */
async function texts(read: () => string[], count: number): Promise<string[]> {
	for (let i = 0; i < 60 && read().length < count; i++) await sleep(250);
	return read();
}

await scenario(async ({ rest, n8n, sandbox }) => {
	const workflows = await createExampleWorkflows(rest, await createTextMeCredential(rest, sandbox));
	const workflow = workflows['answer-replies'];
	if (!workflow) throw new Error('There is no demo/workflows/answer-replies.json');
	await rest.activate(workflow);
	for (const feed of FEEDS) {
		if (feed === 'delivery') continue;
		sandbox.registerPush({ feed, url: `${n8n.url}/${webhookPaths[feed]}` });
	}
	const toPhone = (phone: string) => () => sandbox.messages({ phone }).map(({ text }) => text);

	sandbox.handsetReply({ phone: '0501111111', text: 'שלום' });
	const answered = await texts(toPhone('0501111111'), 1);

	sandbox.handsetReply({ phone: '0502222222', text: 'הסר' });
	const isBlocked = () => sandbox.accountView().blocked.map(({ phone }) => phone);
	const blocked = await texts(isBlocked, 1);

	sandbox.optOut({ phone: '0503333333' });
	await sandbox.settle();
	await sleep(2_000);
	const executions = await Promise.all(
		(await rest.executions(workflow.id)).map(({ id }) => rest.ended(id)),
	);

	const approval = workflows['approve-by-sms'];
	if (!approval) throw new Error('There is no demo/workflows/approve-by-sms.json');
	const decided: unknown[] = [];
	for (const decision of ['confirm', 'decline']) {
		const { executionId } = await rest.run(approval.id, 'When clicking ‘Execute workflow’');
		await waits(rest, executionId);
		await post(lastMessage(sandbox, '0501234567').link, { decision });
		const { status, data } = await rest.ended(executionId);
		decided.push([
			status,
			data.resultData.lastNodeExecuted,
			lastMessage(sandbox, '0527654321').text,
		]);
	}
	return {
		decided,
		answered,
		blocked,
		/** Where each execution ended, the oldest first. */
		ended: executions
			.reverse()
			.map(({ status, data }) => [status, data.resultData.lastNodeExecuted]),
		textsToThoseWhoWantNone: ['0502222222', '0503333333'].flatMap((phone) => toPhone(phone)()),
	};
});
