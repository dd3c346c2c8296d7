import { output } from '../../../demo/n8nRest.mts';
import {
	ask,
	ASK_NODE,
	askNode,
	askWorkflow,
	fetchLink,
	lastMessage,
	post,
	result,
} from '../harness/askWorkflow.mts';
import { begun, byHand, limitWait, started, waits } from '../harness/byHand.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

/** Requests that phones, messengers and scanners make before anybody has seen the link. */
const PREVIEWS: Array<[name: string, request: RequestInit, query?: string]> = [
	['GET', {}],
	['HEAD', { method: 'HEAD' }],
	['a preview', { headers: { 'user-agent': 'WhatsApp/2.23.20.0 A' } }],
	['a bot', { headers: { 'user-agent': 'facebookexternalhit/1.1' } }],
	['a form without an answer', { method: 'POST', body: new URLSearchParams() }],
	[
		'JSON that is no answer',
		{ method: 'POST', body: '{"approved":true}', headers: { 'content-type': 'application/json' } },
	],
	['PUT', { method: 'PUT', body: new URLSearchParams({ decision: 'confirm' }) }],
];

const spoilt = (text: string) => text.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

await scenario(
	async (all) => {
		const { rest, sandbox, startAgain } = all;
		const credential = await createTextMeCredential(rest, sandbox);
		const start = async (phone: string, parameters: Record<string, unknown>) =>
			await ask(rest, sandbox, askWorkflow(credential, phone, parameters));

		// All of these wait at the same time.
		const approve = await start('0501111101', { message: 'Approve order 1?' });
		const decline = await start('0501111102', {
			message: '=Approve order 2: {{ $execution.resumeUrl }}',
		});
		const text = await start('0501111103', { message: 'מה דעתך?', responseType: 'freeText' });
		const late = await start('0501111104', { message: 'לאשר?' });
		const race = await start('0501111105', { message: 'Approve order 5?' });

		// Not waited for until it waits, since it may be over by then.
		const brief = await started(
			rest,
			askWorkflow(credential, '0501111107', {
				message: 'OK?',
				responseType: 'freeText',
				options: limitWait(0.05),
			}),
		);

		const previews: Record<string, unknown> = {};
		for (const [name, request] of PREVIEWS)
			previews[name] = (await fetchLink(approve.link, request)).status;
		const tampered = [
			await post(spoilt(approve.link), { decision: 'confirm' }),
			await post(approve.link.replace(/\?.*/, ''), { decision: 'confirm' }),
			await post(`${approve.link}&n=1`, { decision: 'confirm' }),
			await post(approve.link.replace(`/${approve.executionId}/`, `/${decline.executionId}/`), {
				decision: 'confirm',
			}),
		].map(({ status }) => status);
		const untouched = (await rest.execution(approve.executionId)).status;

		const pages = {
			shown: await fetchLink(approve.link),
			approved: await post(approve.link, { decision: 'confirm' }),
			declined: await post(decline.link, { decision: 'decline' }),
			empty: await post(text.link, { text: '  ' }),
			answered: await post(text.link, { text: 'מצוין 👍\r\n<b>תודה</b>' }),
		};
		const answers = {
			approve: await result(rest, approve),
			decline: await result(rest, decline),
			text: await result(rest, text),
		};
		const replay = [
			await fetchLink(approve.link),
			await post(approve.link, { decision: 'decline' }),
		];
		const afterReplay = await result(rest, approve);

		const pressed = await Promise.all(
			['confirm', 'decline', 'confirm', 'decline'].map((decision) => post(race.link, { decision })),
		);
		const raced = await result(rest, race);

		// The same node asks one person after the other.
		const people = ['0501111108', '0501111109'];
		const loop = byHand(
			'Loop',
			[
				node('Each', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
				askNode(credential, {
					phone: '={{ $json.phone }}',
					message: '=Approve {{ $json.phone }}?',
				}),
			],
			people.map((phone) => ({ phone })),
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
		for (const phone of people) {
			await waits(rest, loopId);
			await until(() => lastMessage(sandbox, phone).link);
			await waits(rest, loopId);
			const { link } = lastMessage(sandbox, phone);
			for (const old of links) oldLinks.push(await post(old, { decision: 'decline' }));
			links.push(link);
			await post(link, { decision: 'confirm' });
		}
		const rounds = output(await rest.ended(loopId), ASK_NODE).map(({ phone, outcome }) => [
			phone,
			outcome,
		]);

		// Three people are asked. The second answers, and then the third.
		const team = ['0501111110', '0501111111', '0501111112'];
		const shift = await begun(
			rest,
			askWorkflow(credential, team, {
				message: '=Who comes, {{ $json.phone }}?',
			}),
		);
		const linkTo = (phone: string) => lastMessage(sandbox, phone).link;
		const first = {
			// Changed to somebody else's link, so that the signature is wrong.
			forged: (await post(linkTo('0501111110').replace('?', '?p=1&'), { decision: 'confirm' }))
				.status,
			second: await post(linkTo('0501111111'), { decision: 'confirm' }),
			result: await result(rest, { executionId: shift }),
			third: await post(linkTo('0501111112'), { decision: 'decline' }),
		};

		const timedOut = await result(rest, brief);

		const silent = await start('0501111106', {
			message: 'Approve order 6?',
			options: limitWait(30),
		});
		// n8n loses everything in memory, and meanwhile the time of one question is up.
		await killAtRest(all);
		await startAgain(clockAhead(31));
		const answeredLate = await post(late.link, { decision: 'confirm' });
		return {
			text: decline.text.replace(decline.link, 'LINK'),
			path: new URL(decline.link).pathname,
			previews,
			tampered,
			untouched,
			pages,
			answers,
			replay,
			afterReplay,
			pressed: pressed.filter(({ heading }) => heading === 'Thank you').length,
			raced,
			oldLinks,
			rounds,
			first,
			answeredLate,
			late: await result(rest, late),
			timedOut,
			silent: await result(rest, silent),
			repeated: sandbox.counters().repeated,
		};
	},
	// n8n decides where its links lead.
	{ env: { N8N_ENDPOINT_WEBHOOK_WAIT: 'answers' } },
);
