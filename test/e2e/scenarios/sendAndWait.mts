import { expect } from 'expect';
import { output } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
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
import { begun, byHand, goOn, limitWait, started, textMe, waits } from '../harness/byHand.mts';
import type { RealN8n } from '../harness/realN8n.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';

const phone = (last: number) => `05011111${String(last).padStart(2, '0')}`;

/** Link previews and scanners send such requests before a person opens the link. */
const PREVIEWS: RequestInit[] = [
	...[{}, { method: 'HEAD' }, { headers: { 'user-agent': 'WhatsApp/2.23.20.0 A' } }],
	{ method: 'POST', body: new URLSearchParams() },
	{ method: 'PUT', body: new URLSearchParams({ decision: 'confirm' }) },
];

const CONFIRM = { decision: 'confirm' };
const DECLINE = { decision: 'decline' };

/**
 * People answer by link. n8n is killed while questions wait, and one of them expires while it is down.
 */
export async function* sendAndWait({ rest, sandbox }: RealN8n): AsyncGenerator<void> {
	const credential = await createTextMeCredential(rest, sandbox);
	const start = async (last: number, parameters: Record<string, unknown>) =>
		await ask(rest, sandbox, askWorkflow(credential, phone(last), parameters));
	const pressed = async (link: string, form: Record<string, string>) =>
		(await post(link, form)).heading;
	const outcome = (last: number, name: unknown, data: unknown) => ({
		...{ status: 'success', data, outcome: name, phone: phone(last), more: 0 },
	});

	// All of these wait at the same time, so that no answer may end another's wait.
	const approve = await start(1, { message: 'Approve order 1?' });
	const decline = await start(2, { message: '=Approve order 2: {{ $execution.resumeUrl }}' });
	const choices = { approvalType: 'choices', choices: 'היום\nמחר' };
	const choice = await start(3, { message: 'מתי נוח לך?', ...choices });
	const late = await start(4, { message: 'לאשר?' });
	const race = await start(5, { message: 'Approve order 5?' });
	const silent = await start(6, { message: 'Approve order 6?', options: limitWait(30) });

	// n8n loses its memory, and is down until one of the questions has expired.
	yield;
	expect(await pressed(late.link, CONFIRM)).toBe('תודה רבה');
	expect(await result(rest, late)).toEqual(outcome(4, 'approved', { approved: true }));
	expect(await result(rest, silent)).toEqual(outcome(6, 'timedOut', { approved: false }));

	// The message has the link in the place of `$execution.resumeUrl`, with n8n's own path.
	expect(decline.text).toBe(`Approve order 2: ${decline.link}`);
	expect(new URL(decline.link).pathname).toMatch(/^\/answers\/\d+\/[0-9a-f-]{36}$/);
	// Previews decide nothing. n8n refuses a link that was changed.
	for (const request of PREVIEWS) {
		expect((await fetchLink(approve.link, request)).status).toBe(200);
	}
	for (const link of [
		approve.link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
		approve.link.replace(/\?.*/, ''),
		approve.link.replace('?', '?n=1&'),
		approve.link.replace(`/${approve.executionId}/`, `/${decline.executionId}/`),
	]) {
		expect((await post(link, CONFIRM)).status).toBe(401);
	}
	// Nor does the execution's token, which a form tells its visitor, in the place of the link's signature.
	const { resumeToken } = (await rest.execution(approve.executionId)).data;
	expect(resumeToken).toMatch(/^\w+$/);
	const byToken = approve.link.replace(/\/([^/]+)\?.*/, `?signature=${resumeToken}/$1`);
	expect((await fetchLink(byToken)).heading).toBe('Nothing to answer here');
	expect(await pressed(byToken, CONFIRM)).toBe('Nothing to answer here');
	expect((await rest.execution(approve.executionId)).status).toBe('waiting');
	expect((await fetchLink(approve.link)).heading).toBe('Your answer is needed');

	expect(await pressed(approve.link, CONFIRM)).toBe('Thank you');
	expect(await pressed(decline.link, DECLINE)).toBe('Thank you');
	expect(await pressed(choice.link, { decision: '2' })).toBe('נדרשת תשובתך');
	expect(await pressed(choice.link, { decision: '1' })).toBe('תודה רבה');
	const approved = outcome(1, 'approved', { approved: true });
	expect(await result(rest, approve)).toEqual(approved);
	expect(await result(rest, decline)).toEqual(outcome(2, 'disapproved', { approved: false }));
	expect(await result(rest, choice)).toEqual(outcome(3, 'answered', { choice: 'מחר' }));
	expect(await pressed(approve.link, DECLINE)).toBe('No action required');
	expect(await result(rest, approve)).toEqual(approved);

	// Four presses at the same time: one decides, and only that one is thanked.
	const presses = [CONFIRM, DECLINE, CONFIRM, DECLINE].map((form) => pressed(race.link, form));
	const thanked = (await Promise.all(presses)).filter((heading) => heading === 'Thank you');
	expect(thanked).toHaveLength(1);
	const anything = expect.anything();
	const either = expect.stringMatching(/^(?:dis)?approved$/);
	expect(await result(rest, race)).toEqual(outcome(5, either, anything));

	// In a loop, the same node asks one person after the other. The first link must not answer the second question.
	const people = [phone(8), phone(9)];
	const loop = byHand(
		'Loop',
		[
			node('Each', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
			askNode(credential, { phones: '={{ $json.phone }}', message: 'Approve?' }),
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
	let old: string | undefined;
	for (const one of people) {
		await until(() => lastMessage(sandbox, one).link);
		await waits(rest, loopId);
		if (old) expect(await pressed(old, DECLINE)).toBe('Nothing to answer here');
		old = lastMessage(sandbox, one).link;
		await post(old, CONFIRM);
	}
	const rounds = output(await rest.ended(loopId), ASK_NODE).map((one) => one.outcome);
	expect(rounds).toEqual(['approved', 'approved']);

	// A form is n8n's own: a text with its address, and the node Wait.
	const guests = { fieldLabel: 'Guests', fieldType: 'number' };
	const message = '=How many? {{ $execution.resumeFormUrl }}';
	const wait = { resume: 'form', formTitle: 'Guests', formFields: { values: [guests] } };
	const form = await begun(
		rest,
		byHand('Form', [
			textMe('Text', credential, { phones: phone(13), message }),
			node('Wait', 'n8n-nodes-base.wait', wait, { typeVersion: 1.1 }),
			goOn,
		]),
	);
	const filled = new FormData();
	filled.set('field-0', '4');
	await fetch(lastMessage(sandbox, phone(13)).link, { method: 'POST', body: filled });
	expect(output(await rest.ended(form), goOn.name)).toMatchObject([{ Guests: 4 }]);
	expect(sandbox.counters().repeated).toEqual([]);
}
