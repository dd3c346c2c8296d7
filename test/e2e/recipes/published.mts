// Tests recipes that strangers start: by a text, a form, a chat, or a shop's webhook.
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { output } from '../../../demo/n8nRest.mts';
import type { ModelRequest, ScriptedTurn } from '../../../demo/scriptedModel.mts';
import { until } from '../../../demo/until.mts';
import { call } from '../../sandbox/call.mts';
import { AGENT } from '../harness/agentWorkflow.mts';
import { fetchLink, lastMessage, post as answer } from '../harness/askWorkflow.mts';
import { waits } from '../harness/byHand.mts';
import { create, live, row, textsTo, type Kit } from './kit.mts';
import { alwaysOpen, closedForNow } from './shopHours.mts';

type Live = Awaited<ReturnType<typeof live>>;

const asJson = (body: unknown): RequestInit => ({
	method: 'POST',
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});
const asForm = (body: Record<string, string>): RequestInit => ({
	method: 'POST',
	body: new URLSearchParams(body),
});

/** Senders, texts and receivers that nobody expects. They must not stop other people's texts. */
const ODD: Array<[phone: string, message: string, dest?: string]> = [
	['NaN', 'hours'],
	['2468', 'hours'],
	['1700123456', 'stop'],
	['+8821612345678', 'hours'],
	['0507999901', 'hours', 'TextMe'],
	['0507999902', 'hours', '0559999999'],
	['0507999903', 'stop. {{ $json.x }} [DYNAMIC_FIELD1]'],
	['0507999904', 'x'.repeat(40_000)],
];

/**
 * Pushes of six people and of `ODD` arrive at the same time: `ODD` one by one, or `times` times in a joint push. A push with
 * fifty people arrives too, more than one push may hold. The six get exactly the `expected` texts; the fifty get none.
 */
async function crowd(
	{ sandbox }: Kit,
	{ address, endings }: Live,
	{ words = '', prefix, times = 1 }: { words?: string; prefix: string; times?: number },
	expected: unknown[],
) {
	const { number } = sandbox.account;
	const push = (phone: string, message: string, dest = number): Record<string, string> =>
		words ? { phone, dest, message } : { dest: phone };
	const six = row(6, prefix);
	const inits = six.map((phone) => asForm(push(phone, words)));
	// A new date each time, so that none is a duplicate.
	for (let n = 0; n < times; n++) {
		const odd = ODD.map((one) => ({ ...push(...one), date: `15/01/26 10:${10 + n}:00` }));
		inits.splice(5, 0, ...(times === 1 ? odd.map(asForm) : [asJson(odd)]));
	}
	const fifty = row(50, prefix.replace(/^050/, '052'));
	inits.push(asJson(fifty.map((phone) => ({ phone, dest: number, message: words }))));
	const answers = await Promise.all(inits.map((init) => fetch(address, init)));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	await until(() => six.every((phone) => !words || sandbox.messages({ phone }).length > 0));
	const ended = await endings(1);
	expect(new Set(ended.map(([status]) => status))).toEqual(new Set(['success']));
	const texts = six.map((phone) => sandbox.messages({ phone }).map(({ text }) => text));
	expect(texts).toEqual(six.map(() => expected));
	expect(fifty.filter((phone) => sandbox.messages({ phone }).length > 0)).toEqual([]);
}

/** How many texts with this word the owner got. */
const passedOn = ({ sandbox }: Kit, phone: string, word: string) =>
	sandbox.messages({ phone }).filter(({ text }) => text.includes(word)).length;

/** Expects the hourly limit. A new hour may begin during the test, so twice as many are possible. */
function expectInAnHour(count = 0, most: number) {
	expect(count).toBeGreaterThanOrEqual(most);
	expect(count).toBeLessThanOrEqual(2 * most);
}

async function orderPaid(kit: Kit) {
	/** The fields of a WooCommerce order that the recipe reads. */
	const order = (id: number, status: string, phone: string, number = `10${id}`) => ({
		...{ id, order_key: `wc_order_${id}`, number, status, total: '149.90' },
		billing: { first_name: 'Dana', phone },
	});
	const { address, endings } = await live(kit);
	const tell = (body: object) => fetch(address, asJson(body));
	const [buyer, unpaid, one, other, link] = row(5, '05011100');
	// WooCommerce tests the new webhook. Then order 42 is unpaid, paid and paid again; order 43 stays unpaid.
	await fetch(address, asForm({ webhook_id: '7' }));
	await tell(order(42, 'pending', buyer!));
	await tell(order(42, 'processing', buyer!));
	await tell(order(43, 'pending', unpaid!));
	await endings(4);
	await tell(order(42, 'processing', buyer!));
	// A stranger who knows the address invents orders: one with two phones, one with a link as its number.
	await tell(order(44, 'processing', `${one}, ${other}`));
	await tell(order(45, 'processing', link!, 'Pay now: https://evil.example/pay'));
	const [asked, texted] = [
		['success', 'Paid?'],
		['success', 'Text the buyer'],
	];
	expect((await endings(7)).sort()).toEqual([
		...[['error', 'Text the buyer'], asked, asked, asked, texted, texted, texted],
	]);
	const thanks = (number: string) =>
		`Thank you! Your order ${number} is paid. We text you when it is on its way.`;
	expect(await textsTo(kit, buyer!, unpaid!, one!, other!, link!)).toEqual([
		...[[thanks('1042')], [], [], [], [thanks('Paynowht')]],
	]);
}

async function open({ browser }: Kit, { address }: Live) {
	const page = await browser.newPage();
	await page.goto(address);
	return page;
}

/** Fills in and submits a page of a form, and waits for the text `says`. */
async function send(page: Page, values: object, button: string, says: string | RegExp) {
	for (const [label, value] of Object.entries(values)) {
		await page.getByLabel(label).fill(String(value));
	}
	await page.getByRole('button', { name: button }).click();
	await page.getByText(says).waitFor();
}

async function formSent(kit: Kit) {
	const form = await live(kit);
	const refused = 'We could not text you';
	await send(await open(kit, form), { Name: 'דנה', Phone: '050-222-0001' }, 'Submit', 'Thank you!');
	await send(await open(kit, form), { Name: 'Avi', Phone: '12' }, 'Submit', refused);
	// A stranger tries to text other people through the form.
	const victims = ['0502220002', '0502220003'];
	const abuse = { Name: 'Pay now: https://evil.example', Phone: victims.join() };
	await send(await open(kit, form), abuse, 'Submit', refused);
	expect(await form.endings(3)).toEqual([
		...[
			['success', 'Thank you'],
			['success', 'Not sent'],
			['success', 'Not sent'],
		],
	]);
	expect(await textsTo(kit, '0502220001', ...victims)).toEqual([
		...[['Thank you! We have got your request and call you today.'], [], []],
	]);
}

async function otpLogin(kit: Kit) {
	const options = { limits: { mostInHour: { figure: 9 } } };
	const form = await live(kit, { 'Text the code': { options } });
	const page = await open(kit, form);
	await send(page, { Phone: '050-333-0001' }, 'Text me the code', 'We have texted it to you');
	const code = kit.sandbox.lastOtp('0503330001') ?? '';
	const wrong = code === '111111' ? '222222' : '111111';
	await send(page, { Code: wrong }, 'Sign in', 'That code was wrong');
	await send(page, { Code: code }, 'Sign in', 'You are signed in');
	expect(await form.endings(1)).toEqual([['success', 'Signed in']]);
	expect(await textsTo(kit, '0503330001')).toEqual([[`Your code is ${code}`]]);
	// A machine asks for seven codes, and gets five. Six people share what is left of the hour.
	const [machine, ...six] = row(7, '05033330');
	for (const phone of [...Array<string>(7).fill(machine!), ...six]) {
		const body = new FormData();
		body.set('field-0', phone);
		await fetch(form.address, { method: 'POST', body });
		await form.quiet();
	}
	const [again, ...others] = await textsTo(kit, machine!, ...six);
	expectInAnHour(again?.length, 5);
	expectInAnHour(others.flat().length, 3);
}

async function answerReplies(kit: Kit) {
	const { sandbox, url } = kit;
	const [writes, asks, stops, optsOut, me, later, one, other] = row(8, '05066600');
	const recipe = await live(kit, { 'Pass it on to me': { phones: me! } });
	const endPushes = recipe.listen('incoming', 'blocklist');
	sandbox.handsetReply({
		phone: writes!,
		text: `שלום! https://evil.example/pay ${'x'.repeat(500)}`,
	});
	sandbox.handsetReply({ phone: asks!, text: 'What are your Hours?' });
	sandbox.handsetReply({ phone: stops!, text: 'נא להסיר' });
	sandbox.optOut({ phone: optsOut! });
	const ways = [
		...['Block the number', 'Pass it on to me', 'Send the hours', 'Take off your own lists'],
	];
	await until(async () => {
		const names = await recipe.nodesRun();
		return ways.every((name) => names.includes(name));
	});
	await until(() => sandbox.accountView().blocked.some(({ phone }) => phone === stops));
	// A stranger guesses a usual address, and then uses the real one with two phones in one push.
	const forged = asForm({
		phone: `${one},${other}`,
		dest: sandbox.account.number,
		message: 'hours',
	});
	expect((await fetch(`${url}/webhook/textme-incoming-messages`, forged)).status).toBe(404);
	await fetch(recipe.address, forged);
	sandbox.handsetReply({ phone: later!, text: 'hours' });
	await until(() => sandbox.messages({ phone: later }).length > 0);
	endPushes();
	const hours = 'We are open Sunday to Thursday, 9:00 to 17:00.';
	const thanks = 'Thank you! We answer you soon.';
	const passed = expect.stringMatching(/^\d{10} wrote: שלום! https: {2}evil example pay x{181}$/);
	expect(await textsTo(kit, writes!, asks!, stops!, optsOut!, me!, later!, one!, other!)).toEqual([
		...[[thanks], [hours], [], [], [passed], [hours], [], []],
	]);

	await crowd(kit, recipe, { words: 'Your hours?', prefix: '05071000' }, [hours]);
	await crowd(kit, recipe, { words: 'Hello', prefix: '05072000', times: 38 }, [thanks]);
	// The owner gets 30 texts an hour, which a new hour doubles. Nothing else keeps one of the six back.
	const toOwner = sandbox.messages({ phone: me! }).length;
	expect(toOwner).toBeLessThanOrEqual(2 * 30);
	if (toOwner < 30) expect(passedOn(kit, me!, 'Hello')).toBe(6);
	// One person sent 39 long texts. Three an hour are passed on, and some more by executions that ran at the same time.
	expect(passedOn(kit, me!, '0507999904')).toBeLessThanOrEqual(30);
}

async function optOutToCrm(kit: Kit) {
	const { sandbox, outside } = kit;
	const [leaves, stays, crm] = ['0504440001', '0504440002', '/contacts/opt-out'];
	const destination = [leaves, stays, ...row(6, '05074000')].map((phone) => ({ phone }));
	const cl = { name: 'Customers', destinations: { destination } };
	const list = String((await call(sandbox, 'newCL', { cl })).fields.identifiers);
	const recipe = await live(kit, {
		'Take off the contact list': { contactList: { value: list } },
		'Tell the CRM': { url: outside.url + crm },
	});
	const endPushes = recipe.listen('blocklist');
	// The node tries three times.
	outside.fail(crm, 2);
	sandbox.optOut({ phone: leaves });
	await until(() => outside.received(crm).length > 0);
	endPushes();
	const optedOutAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+0[23]:00$/);
	expect(outside.received(crm)).toEqual([{ phone: leaves, optedOutAt }]);
	expect(await recipe.endings(1)).toEqual([['success', 'Tell the CRM']]);

	await crowd(kit, recipe, { prefix: '05074000' }, []);
	// Four of `ODD` have a usual phone number.
	const toldOf = 1 + 6 + 4;
	await until(() => outside.received(crm).length >= toldOf);
	await recipe.quiet();
	expect(outside.received(crm)).toHaveLength(toldOf);
	const { fields: left } = await call(sandbox, 'getCLbyID', { cl: { id: list } });
	expect(JSON.stringify(left).match(/50(?:444|740)\d{4}/g)).toEqual([stays.slice(1)]);
}

/**
 * The model repeats what it remembers of a person's texts, oldest first, and adds a link or a phone, which nobody may get.
 */
const remembered = ({ messages }: ModelRequest) => {
	const said = messages
		.filter(({ role }) => role === 'user')
		.map(({ content }) => content.replaceAll('\n', ' / '))
		.join(' + ');
	const more = said.endsWith('Your number?') ? 'Call 050*123*4567.' : 'See www.evil.example/pay.';
	return { say: `${said}. That is 19.90. ${more}` };
};

/** Two people text an agent at the same time. One of them asks for a person. */
async function textYourAgent(kit: Kit) {
	const { sandbox, model } = kit;
	const [dana, omer, me] = ['0506664001', '0506664002', '0506664003'];
	const recipe = await live(kit, { 'Pass it on to me': { phones: me } });
	const endPushes = recipe.listen('incoming');
	model.follow(...Array<ScriptedTurn>(100).fill(remembered));
	const said = (phone: string, text: string) => sandbox.handsetReply({ phone, text });
	const got = (phone: string, count: number) =>
		until(() => sandbox.messages({ phone }).length >= count);

	// Three texts in a row get one answer. The agent remembers each person's texts.
	said(omer, 'My order is 1042');
	for (const text of ['Hi', 'it is me', 'Dana']) {
		said(dana, text);
		await sandbox.settle();
	}
	await Promise.all([got(dana, 1), got(omer, 1), recipe.endings(2)]);
	// The agent hears nothing of a text that asks for a person, and answers the next one.
	said(omer, 'A human, please! https://evil.example');
	await Promise.all([got(me, 1), recipe.endings(3)]);
	said(dana, 'הסר');
	await Promise.all([got(me, 2), recipe.endings(4)]);
	expect(model.requests()).toHaveLength(2);
	said(dana, 'When do you open?');
	said(omer, 'Your number?');
	await Promise.all([got(dana, 2), got(omer, 2), recipe.endings(6)]);
	endPushes();
	const end = '. That is 19.90. See www. evil. example/pay.';
	const hi = 'Hi / it is me / Dana';
	const refused = 'Sorry, I cannot text you that. Text the word human to get a person.';
	expect(await textsTo(kit, dana, omer, me)).toEqual([
		[`${hi}${end}`, `${hi} + When do you open?${end}`],
		[`My order is 1042${end}`, refused],
		[`${omer} wrote: A human, please! https:  evil example`, `${dana} wrote: הסר`],
	]);

	await crowd(kit, recipe, { words: 'Hi', prefix: '05075000' }, [`Hi${end}`]);
}

/** A customer asks an agent to cancel an order, and the owner approves it by link. */
async function approveAnAgent(kit: Kit) {
	const { rest, sandbox, outside, model } = kit;
	const [me, shop] = ['0506665001', '/orders/cancel'];
	async function asked(order: string, decide: (link: string) => Promise<unknown>) {
		const workflow = await create(kit, {
			'Cancel the order': { url: outside.url + shop },
			'Ask me first': { phones: me },
		});
		const given = { toolParameters: { Order_Number: order }, hitlParameters: {} };
		model.follow(
			({ tools = [] }) => ({ calls: [{ tool: tools[0]?.function.name ?? '', with: given }] }),
			({ messages }) => ({ say: String(messages.at(-1)?.content) }),
		);
		const trigger = 'When chat message received';
		const { executionId } = await rest.chat(workflow.id, trigger, AGENT, 'Please cancel my order');
		await waits(rest, executionId);
		const { text, link } = lastMessage(sandbox, me);
		expect(text).toBe(
			`The agent wants to cancel order ${order.slice(0, 4)}. Do you approve?\n${link}`,
		);
		expect(link).toContain('signature=');
		await decide(link);
		const execution = await rest.ended(executionId);
		expect(execution.status).toBe('success');
		return output(execution, AGENT)[0]?.output;
	}
	await asked('1042, https://evil.example', async (link) => {
		await fetchLink(link);
		await answer(link, { decision: 'confirm' });
	});
	const reason = 'It was sent this morning';
	expect(await asked('1043', (link) => answer(link, { decision: 'decline', reason }))).toMatch(
		/provided feedback: \\?"Declined: It was sent this morning/,
	);
	expect(outside.received(shop)).toEqual([{ order: '1042' }]);
}

/** Somebody writes while the shop is open, and again while it is closed. Moves the sandbox's clock. */
async function openingHours(kit: Kit) {
	const { sandbox } = kit;
	const [asks, me] = ['0506663001', '0506663002'];
	const texts = (phone: string) => sandbox.messages({ phone }).map(({ text }) => text);
	async function written(sendingHours: object, text: string) {
		const change = { 'Pass it on to me': { phones: me, options: { sendingHours } } };
		const recipe = await live(kit, change);
		const endPushes = recipe.listen('incoming');
		sandbox.handsetReply({ phone: asks, text });
		const [ending] = await recipe.endings(1);
		endPushes();
		return { recipe, ending };
	}
	const open = await written(alwaysOpen(), 'Do you have bread?');
	expect(open.ending).toEqual(['success', 'Is my phone blocked?']);
	expect([texts(me), texts(asks)]).toEqual([['0506663001 wrote: Do you have bread?'], []]);

	const { hours, opening } = closedForNow();
	const removed = await written(hours, 'נא להסיר');
	expect([removed.ending, texts(asks)]).toEqual([['success', 'Is my phone blocked?'], []]);
	const closed = await written(hours, 'And cake? https://evil.example');
	expect(closed.ending).toEqual(['success', 'Say when we answer']);
	expect(texts(me).at(-1)).toBe('0506663001 wrote: And cake? https:  evil example');
	const when = /^Thank you! We are closed now and answer on \w+day, \d+ \w+, 00:00\.$/;
	expect(texts(asks)).toEqual([expect.stringMatching(when)]);
	await crowd(kit, closed.recipe, { words: 'Bread?', prefix: '05073000' }, [
		expect.stringMatching(when),
	]);
	expect(passedOn(kit, me, 'Bread?')).toBe(6);
	const cake = () => sandbox.messages({ phone: me }).find(({ text }) => text.includes('cake'));
	for (const [minutes, isScheduled] of [
		[-1, true],
		[1, false],
	] as const) {
		await sandbox.setClock(opening + minutes * 60_000);
		expect(cake()?.state === 'scheduled').toBe(isScheduled);
	}
	sandbox.optOut({ phone: me });
	const lost = await written(alwaysOpen(), 'Hello?');
	expect(lost.ending).toEqual(['error', 'I did not get it']);
}

/** The longest first. */
export const PUBLISHED = {
	'text-your-agent': textYourAgent,
	'answer-replies': answerReplies,
	'opening-hours': openingHours,
	'otp-login': otpLogin,
	'form-sent': formSent,
	'opt-out-to-crm': optOutToCrm,
	'order-paid': orderPaid,
	'approve-an-agent': approveAnAgent,
};
