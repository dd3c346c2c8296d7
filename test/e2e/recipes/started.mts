// Tests recipes that a person or a schedule starts.
import { expect } from 'expect';
import { output, type Execution } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { call } from '../../sandbox/call.mts';
import { lastMessage, post } from '../harness/askWorkflow.mts';
import { chosen, limitWait, waits } from '../harness/byHand.mts';
import {
	create,
	people,
	personName,
	ran,
	replaced,
	row,
	start,
	textsTo,
	type Changes,
	type Kit,
} from './kit.mts';
import { alwaysOpen, tomorrow } from './shopHours.mts';

/** Shortens the recipe's hour to three seconds, in which the sandbox delivers. */
const SOON = { 'Wait an hour': { amount: 3, unit: 'seconds' } };

/** Starts a recipe, and waits until it waits for people. `said` returns the last text to a phone. */
async function begun(kit: Kit, changes?: Changes) {
	const executionId = await start(kit, await create(kit, changes));
	await waits(kit.rest, executionId);
	return {
		said: (phone: string) => lastMessage(kit.sandbox, phone).text,
		reply: (phone: string, text: string) => kit.sandbox.handsetReply({ phone, text }),
		ended: async () => {
			const execution = await kit.rest.ended(executionId);
			expect(execution.status).toBe('success');
			return execution;
		},
	};
}

/** A customer gives a low rating, and then the reason. */
async function twoWaySurvey(kit: Kit) {
	const noa = '0541112233';
	const { said, reply, ended } = await begun(kit);
	reply(noa, '2️⃣');
	await until(() => said(noa) === 'תודה. מה היה פחות טוב? כתבו לנו בהודעה חוזרת.');
	reply(noa, 'חיכיתי הרבה זמן');
	const result = { customer: 'נועה', rating: '2', comment: 'חיכיתי הרבה זמן' };
	expect(output(await ended(), 'The result')).toEqual([result]);
}

const leftOut = (run: Execution) => output(run, 'For you to look at').map(({ phone }) => phone);

/** One person confirms, with the direction marks of a Hebrew keyboard. Another opts out. A booking has a wrong number. */
async function appointmentReminder(kit: Kit) {
	const [dana, omer] = ['0506669001', '0506669002'];
	const appointments = [
		{ name: 'דנה', phone: dana, time: '9:00' },
		{ name: 'עומר', phone: omer, time: '10:30' },
	];
	const odd = { name: 'null', phone: '12' };
	const { said, reply, ended } = await begun(kit, {
		Calendar: { jsonOutput: JSON.stringify({ appointments: [odd, ...appointments] }) },
	});
	for (const { name, phone, time } of appointments) {
		expect(said(phone)).toBe(
			`שלום ${name}, תזכורת לתור מחר בשעה ${time}. לאישור השיבו 1, לביטול 2. להסרה מתזכורות השיבו הסר.`,
		);
	}
	reply(dana, '\u200F1\u200E');
	reply(omer, '\u200Fהסר.');
	expect(leftOut(await ended())).toEqual(['12']);
	expect(said(dana)).toBe('נתראה מחר בשעה 9:00!');
	expect(kit.sandbox.messages({ phone: omer })).toHaveLength(1);
	expect(kit.sandbox.accountView().blocked.map(({ phone }) => phone)).toContain(omer);
	expect(kit.sandbox.accountView().blocked.map(({ phone }) => phone)).not.toContain(dana);
}

/**
 * Of a crowd, calls only the phone that gets no texts, one without a confirmation, and those out of reach: not who got the text, and not
 * who opted out. One number is wrong for the text, one for the call, one stands in the list twice, and of an item with two, the first is texted.
 */
async function textThenCall(kit: Kit) {
	const phones = ['0506661001', '0509999015', '0509999004', '0506661002', '0509999800'];
	const [wrong, unheard, two] = ['12', '0549999004', '0506661003, 0509999103'];
	const crowd = row(40, '05066620');
	kit.sandbox.optOut({ phone: '0506661002' });
	const execution = await ran(kit, {
		...people(...phones, ...crowd, wrong, unheard, two, '050-9999-004'),
		'Wait half an hour': { amount: 3, unit: 'seconds' },
		'Call them': {
			phones: replaced('item.json.phone', "item.json.phone.replace('0549999004', '13')"),
		},
	});
	expect(execution.status).toBe('success');
	const left = execution.data.resultData.runData['For you to look at'] ?? [];
	const whom = left.flatMap(({ data }) => data?.main?.[0]?.map(({ json }) => json.phone) ?? []);
	expect(whom.sort()).toEqual(['0506661002', '0509999004', unheard, wrong]);
	const callsTo = (phone: string) =>
		kit.sandbox.messages({ phone }).flatMap(({ kind, text }) => (kind === 'voice' ? [text] : []));
	const call = (n: number) => [`שלום ${personName(n)}, הלימודים מחר מתחילים בשעה עשר.`];
	expect(phones.map(callsTo)).toEqual([[], call(2), call(3), [], call(5)]);
	expect([...crowd, ...two.split(', ')].flatMap(callsTo)).toEqual([]);
	expect((await textsTo(kit, ...crowd)).map(({ length }) => length)).toEqual(Array(40).fill(1));
}

/** One person, who is in the list twice, answers the first question, one the second, and one never. One number is wrong. */
async function askOnceMore(kit: Kit) {
	const [prompt, late, silent] = ['0505559001', '0505559002', '0505559003'];
	// Shortens the recipe's day to 15 seconds.
	const once = { options: { ...limitWait(0.25), sendingHours: alwaysOpen() } };
	const { reply, ended } = await begun(kit, {
		...people(prompt, late, silent, '12', '050-555-9001'),
		...{ 'Ask them': once, 'Ask once more': once },
	});
	reply(prompt, '1');
	await until(() => kit.sandbox.messages({ phone: late }).length === 2);
	reply(late, 'No');
	const answers = output(await ended(), 'The answers').map(({ phone, choice, outcome, result }) =>
		[phone, outcome ?? result, choice].join(' '),
	);
	expect(answers).toEqual([
		...[`${late} answered No`, `${silent} timedOut `, `${prompt} answered Yes`],
		`12 Not sent: 'Phone Numbers' is not a phone number ("12") `,
		`${prompt} Not sent: another item has this text for this number `,
	]);
	expect((await textsTo(kit, prompt, late, silent)).map(({ length }) => length)).toEqual([1, 2, 2]);
}

/** Two appointments tomorrow, one of a person who wants no reminder, and one next week. */
async function remindTomorrow(kit: Kit) {
	const [dana, avi, noa, uri] = ['0501234567', '0527654321', '0542223344', '0533334455'];
	const atAnyHour = { 'Remind them': { options: { sendingHours: alwaysOpen() } } };
	const workflow = await create(kit, atAnyHour);
	const day = tomorrow();
	for (let twice = 0; twice < 2; twice++) {
		expect((await kit.rest.ended(await start(kit, workflow))).status).toBe('success');
		expect(kit.sandbox.requests({ root: 'bulk' })).toHaveLength(1);
	}
	// Appointments with new IDs, and one with a wrong number. The second person has opted out in between.
	kit.sandbox.handsetReply({ phone: avi, text: 'stop' });
	const booked = (json: string) =>
		json
			.replaceAll('"104', '"204')
			.replace('Dana', 'Dana www.evil.example')
			.replace('"No"', 'false')
			.replace(/053-333-4455(.*)8/, '12$1 1');
	const next = { 'All appointments': { jsonOutput: booked } };
	const execution = await ran(kit, { ...atAnyHour, ...next });
	expect(execution.data.resultData.error?.message).toMatch(/^1 not reminded/);
	const text = (name: string, time: string) =>
		`Hello ${name}, we expect you on ${day} at ${time}. To get no more texts, reply STOP.`;
	expect(await textsTo(kit, dana, avi, noa, uri)).toEqual([
		[text('Dana', '09:30'), text('Dana wwwevilexampl', '09:30')],
		...[[text('Avi', '11:00')], [], []],
	]);
}

/** Each night runs the recipe with another sheet. */
async function keepListInStep(kit: Kit) {
	const [stays, goes, comes] = [row(60, '05077700'), '0507771001', '0507771002'];
	const destination = [...stays, goes].map((phone) => ({ phone }));
	const cl = { name: 'Staff', destinations: { destination } };
	const list = String((await call(kit.sandbox, 'newCL', { cl })).fields.identifiers);
	const run = async (id: string, sheet: string[]) => {
		const contactList = { contactList: { value: id } };
		const { data } = await ran(kit, {
			...people(...sheet),
			...{ 'The list now': contactList, 'Add them': contactList, 'Take them off': contactList },
		});
		const { fields } = await call(kit.sandbox, 'getCLbyID', { cl: { id } });
		const now = JSON.stringify(fields).match(/\b0?50777\d{4}\b/g) ?? [];
		return { now: now.map((phone) => phone.replace(/^0?/, '0')), error: data.resultData.error };
	};
	const night = async (sheet: string[]) => {
		const { now, error } = await run(list, sheet);
		expect(now).toHaveLength(61);
		expect(now).toContain(comes);
		return error?.message;
	};
	// A list without people, whose only number was wrong.
	const none = { name: 'New', destinations: { destination: [{ phone: '12' }] } };
	const empty = (await call(kit.sandbox, 'newCL', { cl: none })).fields.identifiers;
	expect(await run(String(empty), [comes])).toEqual({ now: [comes], error: undefined });
	const otherForm = (phone: string) => `+972 ${phone.slice(1, 3)}-${phone.slice(3)}`;
	// The numbers in another spelling, one of them twice, and a wrong one; then the same people again.
	expect(await night([...stays.map(otherForm), comes, comes, '12'])).toBeUndefined();
	expect(await night([...stays, comes])).toBeUndefined();
}

type Fault = Parameters<Kit['sandbox']['addFault']>[0];

/** Answers of the service get lost, before or after it sent the texts. Everybody gets one text, even a number listed twice. */
async function afterUnknown(kit: Kit) {
	const lost = (root: string, phase: 'before' | 'after', skip = 0): Fault => {
		return { kind: 'reset', phase, skip, root };
	};
	const rows: Array<[operation: string, root: string, requests: number, ...faults: Fault[]]> = [
		// The second text was sent, the fourth was not.
		['send', 'sms', 7, lost('sms', 'after', 1), lost('sms', 'before', 2)],
		// The first of two batches was sent, so only the second goes out afterwards. In the next row it was not sent.
		['sendBulk', 'bulk', 2, lost('bulk', 'after')],
		['sendBulk', 'bulk', 3, lost('bulk', 'before')],
	];
	for (const [n, [operation, root, requests, ...faults]] of rows.entries()) {
		const phones = [1, 2, 3, 4, 5, 6].map((last) => `050888${n}00${last}`);
		// Two senders, so that Send Bulk needs two requests.
		const source = chosen(
			`={{ $('One by one').item.json.phone.slice(-1) < '4' ? 'TextMe' : '0559000100' }}`,
		);
		const options = operation === 'send' ? { concurrentRequests: 1 } : {};
		const send = { operation, source: () => source, options };
		const made = () => kit.sandbox.counters().requests[root] ?? 0;
		const before = made();
		for (const fault of faults) kit.sandbox.addFault(fault);
		const execution = await ran(kit, {
			...people(...phones, `050888${n}002`, '12'),
			...{ ...SOON, Send: send, 'Send again': send },
		});
		expect([execution.status, made() - before]).toEqual(['success', requests]);
		expect((await textsTo(kit, ...phones)).map(({ length }) => length)).toEqual(Array(6).fill(1));
		const look = output(execution, 'For you to look at');
		expect(look).toMatchObject([{ phone: '12', error: { outcome: 'rejected' } }]);
	}
}

/** A campaign's text to the person of a row, after the wrong one. */
const offer = (n: number) => [
	`MyShop: Hello ${personName(n + 1)}, everything is 20% off until Thursday!`,
];

/** The third phone gets no texts, the fourth has opted out, and the last is the first under another name. Then a list of one. */
async function campaignReport(kit: Kit) {
	const phones = ['0505550001', '0505550002', '0519999015', '0505550003'];
	kit.sandbox.optOut({ phone: '0505550003' });
	const run = async (...all: string[]) => {
		const execution = await ran(kit, {
			...people(...all),
			'Wait an hour': { dateTime: '={{ $now.plus({ seconds: 3 }).toISO() }}' },
			'Send the campaign': { options: { sendingHours: alwaysOpen() } },
		});
		expect(execution.status).toBe('success');
		const rows = output(execution, 'Count them').map(({ result, texts }) => [result, texts]);
		const [, ...table] = (kit.outside.mails.at(-1) ?? '').split('\n\n');
		const words = table.join(' ').replace(/(<[^>]+>|\s)+/g, ' ');
		for (const row of rows) expect(words).toContain(row.join(' '));
		return [Object.fromEntries(rows) as Record<string, number>, leftOut(execution)];
	};
	expect(await run('12', ...phones, '+972 50 555 0001')).toEqual([
		{
			Delivered: 2,
			'Filtered (Kosher) number, which receives no messages': 1,
			'Blocked for advertising messages': 1,
		},
		['12'],
	]);
	expect(await textsTo(kit, ...phones)).toEqual([offer(1), offer(2), offer(3), []]);
	for (const line of ['To: you@example.com', 'Subject: Spring sale: 2 of 4 delivered']) {
		expect(kit.outside.mails.at(-1)).toContain(line);
	}
	const [counts] = await run('0505550003');
	expect(Object.keys(counts!)).toEqual([
		'Not sent: on the blocklist (opted out, or blocked by you)',
	]);
}

/** The sandbox cannot deliver to the second number. The last one repeats the first. */
async function campaignWithEstimate(kit: Kit) {
	const [dana, avi, noa, me] = ['0505551001', '0529999004', '0505551002', '0537778899'];
	const run = async (mustRemain: number) => {
		const enough = (conditions: object[]) => [{ ...conditions[0], rightValue: mustRemain }];
		const execution = await ran(kit, {
			...people('', dana, avi, noa, '050-555-1001'),
			'Send the campaign': { options: { sendingHours: alwaysOpen() } },
			'Is there enough?': { conditions: { conditions: enough } },
		});
		expect([execution.status, ...leftOut(execution)]).toEqual(['success', '']);
		return await textsTo(kit, dana, avi, noa, me);
	};
	const tooMuch = ['Spring sale was not sent: it costs 3 credits, and you have 100000.'];
	expect(await run(1_000_000_000)).toEqual([[], [], [], tooMuch]);
	expect(await run(100)).toEqual([offer(1), offer(2), offer(3), tooMuch]);
}

/** The recipe unchanged; with a credit limit above the balance; with a warning for more days than the token lasts. */
async function accountAlerts(kit: Kit) {
	const { mails } = kit.outside;
	for (const [count, [from, to]] of [
		...[
			['-', '-'],
			['500', '1000000'],
			['days: 14', 'days: 14000'],
		].entries(),
	] as Array<[number, [string, string]]>) {
		const soon = { 'Soon used up?': { conditions: replaced(from, to) } };
		expect((await ran(kit, soon)).status).toBe('success');
		await until(() => mails.length === count);
	}
	for (const mail of mails) {
		expect(mail).toMatch(/^To: you@example\.com$/m);
		expect(mail).toMatch(/^Subject: TextMe: 100000 credits left$/m);
		expect(mail).toMatch(
			/100000 SMS credits are left\. The API token expires on 20\d\d-\d\d-\d\d\./,
		);
	}
}

async function approveBySms(kit: Kit) {
	const [manager, customer] = ['0507770001', '0507770002'];
	const setUp = (order: string, most = 30): Changes => {
		const fields: Record<string, string> = { order, customer };
		const assignments = (all: Array<{ name: string; value: string }>) =>
			all.map((field) => ({ ...field, value: fields[field.name] ?? field.value }));
		const limits = { mostToEachInHour: { figure: most } };
		const ask = { phones: manager, options: { limits } };
		return { 'An order': { assignments: { assignments } }, 'Ask the manager': ask };
	};
	for (const [order, shown, decision, last, text] of [
		['1042', '1042', 'confirm', 'Confirm the order', 'הזמנה 1042 אושרה. תודה!'],
		[
			...['1043: https://evil.example/pay', '1043http', 'decline', 'Turn the order down'],
			'מצטערים, הזמנה 1043http לא אושרה.',
		],
	] as const) {
		const { said, ended } = await begun(kit, setUp(order));
		expect(said(manager)).toContain(`לאשר את הזמנה ${shown} על סך 5,400 ₪?`);
		await post(lastMessage(kit.sandbox, manager).link, { decision });
		expect((await ended()).data.resultData.lastNodeExecuted).toBe(last);
		expect(said(customer)).toBe(text);
	}
	// The manager was asked as often as allowed.
	const workflow = await create(kit, setUp('1044', 1));
	await waits(kit.rest, await start(kit, workflow));
	const beyond = await kit.rest.ended(await start(kit, workflow));
	expect(beyond.data.resultData.lastNodeExecuted).toBe('Ask somebody else');
}

/** The longest first. */
export const STARTED = {
	'ask-once-more': askOnceMore,
	'two-way-survey': twoWaySurvey,
	'after-unknown': afterUnknown,
	'appointment-reminder': appointmentReminder,
	'campaign-report': campaignReport,
	'remind-tomorrow': remindTomorrow,
	'keep-list-in-step': keepListInStep,
	'text-then-call': textThenCall,
	'campaign-with-estimate': campaignWithEstimate,
	'account-alerts': accountAlerts,
	'approve-by-sms': approveBySms,
};
