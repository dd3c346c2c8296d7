import { output } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import {
	answersOf,
	ask,
	ASK_NODE,
	askNode,
	askWorkflow,
	fetchLink,
	lastMessage,
	post,
	result,
} from '../harness/askWorkflow.mts';
import { begun, byHand, chosen, limitWait, START, started, waits } from '../harness/byHand.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';

const phone = (last: number) => `05011111${String(last).padStart(2, '0')}`;

/** Requests that phones, messengers and scanners make before anybody sees the link. */
const PREVIEWS: RequestInit[] = [
	{},
	{ method: 'HEAD' },
	{ headers: { 'user-agent': 'WhatsApp/2.23.20.0 A' } },
	{ headers: { 'user-agent': 'facebookexternalhit/1.1' } },
	{ method: 'POST', body: new URLSearchParams() },
	{ method: 'POST', body: '{"approved":true}', headers: { 'content-type': 'application/json' } },
	{ method: 'PUT', body: new URLSearchParams({ decision: 'confirm' }) },
];

const CONFIRM = { decision: 'confirm' };
const DECLINE = { decision: 'decline' };
const spoilt = (text: string) => text.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

/** People answer by link and by text. n8n is killed while both kinds of questions wait, and is down when a deadline passes. */
await scenario(
	async (all) => {
		const { rest, sandbox, startAgain } = all;
		const credential = await createTextMeCredential(rest, sandbox);
		const start = async (last: number, parameters: Record<string, unknown>) =>
			await ask(rest, sandbox, askWorkflow(credential, phone(last), parameters));
		const headings = async (...pages: Array<Promise<{ heading: string }>>) =>
			(await Promise.all(pages)).map(({ heading }) => heading);

		// All of these wait at the same time.
		const approve = await start(1, { message: 'Approve order 1?' });
		const decline = await start(2, { message: '=Approve order 2: {{ $execution.resumeUrl }}' });
		const text = await start(3, { message: 'מה דעתך?', responseType: 'freeText' });
		const late = await start(4, { message: 'לאשר?' });
		const race = await start(5, { message: 'Approve order 5?' });
		// This may be over before we could see it wait.
		const brief = await started(
			rest,
			askWorkflow(credential, phone(7), {
				...{ message: 'OK?', responseType: 'freeText', options: limitWait(0.05) },
			}),
		);

		const previews: number[] = [];
		for (const request of PREVIEWS) previews.push((await fetchLink(approve.link, request)).status);
		const tampered: number[] = [];
		for (const link of [
			spoilt(approve.link),
			approve.link.replace(/\?.*/, ''),
			`${approve.link}&n=1`,
			approve.link.replace(`/${approve.executionId}/`, `/${decline.executionId}/`),
		]) {
			tampered.push((await post(link, CONFIRM)).status);
		}
		const untouched = (await rest.execution(approve.executionId)).status;

		const pages = [
			...(await headings(fetchLink(approve.link))),
			...(await headings(post(approve.link, CONFIRM))),
			...(await headings(post(decline.link, DECLINE))),
			...(await headings(post(text.link, { text: '  ' }))),
			...(await headings(post(text.link, { text: 'מצוין 👍\r\n<b>תודה</b>' }))),
		];
		const answers = [
			await result(rest, approve),
			await result(rest, decline),
			await result(rest, text),
		];
		const replay = await headings(fetchLink(approve.link), post(approve.link, DECLINE));
		const afterReplay = await result(rest, approve);

		const pressed = await headings(
			...[CONFIRM, DECLINE, CONFIRM, DECLINE].map(async (form) => await post(race.link, form)),
		);

		// One node asks one person after the other.
		const people = [phone(8), phone(9)];
		const loop = byHand(
			'Loop',
			[
				node('Each', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
				askNode(credential, { phone: '={{ $json.phone }}', message: 'Approve?' }),
			],
			people.map((one) => ({ phone: one })),
		);
		const { executionId: loopId } = await started(rest, {
			...loop,
			connections: {
				...loop.connections,
				Each: { main: [[], [{ node: ASK_NODE, type: 'main', index: 0 }]] },
				[ASK_NODE]: { main: [[{ node: 'Each', type: 'main', index: 0 }]] },
			},
		});
		const links: string[] = [];
		const oldLinks: unknown[] = [];
		for (const one of people) {
			await until(() => lastMessage(sandbox, one).link);
			await waits(rest, loopId);
			const { link } = lastMessage(sandbox, one);
			for (const old of links) oldLinks.push((await post(old, DECLINE)).heading);
			links.push(link);
			await post(link, CONFIRM);
		}
		const rounds = output(await rest.ended(loopId), ASK_NODE).map((one) => one.outcome);

		// Three people are asked by link. The second answers, and then the third.
		const team = [phone(10), phone(11), phone(12)];
		const shift = await begun(rest, askWorkflow(credential, team, { message: 'Who comes?' }));
		const [one = '', two = '', three = ''] = team.map((each) => lastMessage(sandbox, each).link);
		const first = [
			// Another person's link, so the signature is wrong.
			(await post(one.replace('?', '?p=1&'), CONFIRM)).status,
			...(await headings(post(two, CONFIRM))),
			await result(rest, { executionId: shift }),
			...(await headings(post(three, DECLINE))),
		];

		const timedOut = await result(rest, brief);
		const silent = await start(6, { message: 'Approve order 6?', options: limitWait(30) });

		// By text: several people, one who never answers, and two questions to one person.
		const question = (phones: string[], minutes = 120) =>
			askWorkflow(credential, phones, {
				source: chosen(sandbox.account.number),
				message: '=Coming {{ $execution.id }}?',
				responseType: 'smsReply',
				options: limitWait(minutes),
			});
		const reply = (from: string, said: string) =>
			sandbox.handsetReply({ phone: from, text: said, dest: sandbox.account.number });
		const [dana, omer, gal, noa] = [phone(21), phone(22), phone(23), phone(24)];
		reply(dana, 'said before');
		const several = await begun(rest, question([dana, omer]));
		const unanswered = await begun(rest, question([noa], 30));
		const { id: survey } = await rest.createWorkflow(question([gal]));
		const surveys: string[] = [];
		for (let n = 0; n < 2; n++) {
			const { executionId } = await rest.run(survey, START);
			await waits(rest, executionId);
			surveys.push(executionId);
		}
		reply(omer, 'of Omer');

		// n8n loses its memory, and meanwhile two deadlines pass.
		await killAtRest(all);
		await startAgain(clockAhead(31));
		const answeredLate = await headings(post(late.link, CONFIRM));
		reply(gal, 'to the later');
		reply(dana, 'of Dana');
		const byText: unknown[] = [];
		for (const id of [several, ...surveys, unanswered]) byText.push(await answersOf(rest, id));
		return {
			text: decline.text.replace(decline.link, 'LINK'),
			path: new URL(decline.link).pathname,
			...{ previews, tampered, untouched, pages, answers, replay },
			isUnchanged: JSON.stringify(afterReplay) === JSON.stringify(answers[0]),
			thanked: pressed.filter((heading) => heading === 'Thank you').length,
			raced: await result(rest, race),
			...{ oldLinks, rounds, first, timedOut, answeredLate },
			late: await result(rest, late),
			silent: await result(rest, silent),
			byText,
			repeated: sandbox.counters().repeated,
		};
	},
	// n8n decides the address of its links.
	{ env: { N8N_ENDPOINT_WEBHOOK_WAIT: 'answers' } },
);
