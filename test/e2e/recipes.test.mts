import { israelClock } from '../../gateway/dates';
import { runScenario } from './harness/runScenario.mts';

/** `31/1` */
function israelDate(instant: number): string {
	const date = new Date(israelClock(instant));
	return `${date.getUTCDate()}/${date.getUTCMonth() + 1}`;
}

/** What a stopped night leaves on the list. */
const tooManyGo = (go: number, stay: number) => ({
	status: 'error',
	said: expect.stringContaining(
		`${go} people would leave the contact list, and ${stay} would stay. Nothing was changed.`,
	) as string,
	count: 61,
	has: ['0507771002'],
});

test('does what the recipes say, pasted into the editor and changed as their readers are told to', async () => {
	const tomorrow = israelDate(Date.now() + 24 * 60 * 60_000);
	const forTomorrow = (name: string, time: string) =>
		`Hello ${name}, we expect you on ${tomorrow} at ${time}. To get no more texts, reply STOP.`;
	const offer = (person: number) => [
		`MyShop: Hello Person ${person}, everything is 20% off until Thursday!`,
	];

	const sale = (name: string) => [`MyShop: Hello ${name}, everything is 20% off until Thursday!`];
	const tooMuch = [
		expect.stringMatching(/^Spring sale was not sent: it costs 3 credits, and you have 99\d{3}\.$/),
	];
	const calledBy = (name: string) => [`שלום ${name}, הלימודים מחר מתחילים בשעה עשר.`];
	const end = '. That is 19.90. See https:  evil example pay or www evil example.';
	const cancel = (order: string) =>
		`The agent wants to cancel order ${order}. Do you approve?\nLINK`;

	expect(await runScenario('recipes')).toEqual({
		missing: [],
		unsupplied: [],
		'order-paid': {
			// Set up, unpaid, paid, another unpaid, a duplicate of the paid one; two buyers in one order; a link as order number.
			endings: [
				['success', 'Paid?'],
				['success', 'Paid?'],
				['success', 'Text the buyer'],
				['success', 'Paid?'],
				['success', 'Text the buyer'],
				['error', 'Text the buyer'],
				['success', 'Text the buyer'],
			],
			again: 5,
			later: 1,
			texts: {
				'0501110001': ['Thank you! Your order 1042 is paid. We text you when it is on its way.'],
				'0501110002': [],
				'0501110003': [],
				'0501110004': [],
				'0501110005': [
					'Thank you! Your order Paynowhttpse is paid. We text you when it is on its way.',
				],
			},
		},
		'form-sent': {
			endings: [
				['success', 'Thank you'],
				['success', 'Not sent'],
				['success', 'Not sent'],
			],
			again: 3,
			others: Array(12).fill(1),
			texts: {
				'0502220001': ['Thank you! We have got your request and call you today.'],
				'0502220002': [],
				'0502220003': [],
			},
		},
		'remind-tomorrow': {
			statuses: ['success', 'success', 'success'],
			requests: 1,
			texts: {
				// Two days; the second person opted out in between.
				'0501234567': [forTomorrow('Dana', '09:30'), forTomorrow('Dana', '09:30')],
				'0527654321': [forTomorrow('Avi', '11:00')],
				'0542223344': [],
				'0533334455': [],
			},
		},
		'answer-replies': {
			ran: ['Block the number', 'Pass it on to me', 'Send the hours', 'Take off your own lists'],
			isBlocked: true,
			guess: 404,
			texts: {
				'0506660001': ['Thank you! We answer you soon.'],
				'0506660002': ['We are open Sunday to Thursday, 9:00 to 17:00.'],
				'0506660003': [],
				'0506660004': [],
				'0506660005': [
					expect.stringMatching(
						/^0506660001 wrote: שלום! https: {2}evil example pay x{181}$/,
					) as string,
				],
				'0506660006': ['We are open Sunday to Thursday, 9:00 to 17:00.'],
				'0506660007': [],
				'0506660008': [],
			},
		},
		'opt-out-to-crm': {
			// The CRM is down at first.
			endings: [['success', 'Tell the CRM']],
			told: [
				{
					phone: '0504440001',
					optedOutAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+0[23]:00$/) as string,
				},
			],
			onTheList: ['0504440002'],
		},
		'keep-list-in-step': {
			changed: { status: 'success', count: 61, has: ['0507771002'] },
			same: { status: 'success', count: 61, has: ['0507771002'] },
			empty: tooManyGo(61, 0),
			half: tooManyGo(31, 30),
			otherSheet: tooManyGo(61, 0),
		},
		// Everybody gets one text, also the duplicate. The wrong number is left for a person.
		'after-unknown': {
			send: {
				status: 'success',
				requests: 7,
				texts: [1, 1, 1, 1, 1, 1],
				look: [['12', 'rejected']],
			},
			// Only what was held back goes out.
			arrived: {
				status: 'success',
				requests: 2,
				texts: [1, 1, 1, 1, 1, 1],
				look: [['12', 'rejected']],
			},
			lost: {
				status: 'success',
				requests: 3,
				texts: [1, 1, 1, 1, 1, 1],
				look: [['12', 'rejected']],
			},
		},
		'campaign-report': {
			status: 'success',
			texts: {
				'0505550001': offer(1),
				'0505550002': offer(2),
				'0519999004': offer(3),
				'0505550003': [],
			},
			counts: [
				{ state: 'delivered', count_state: 2 },
				{ state: 'failed', count_state: 1 },
				{ state: 'blocked', count_state: 1 },
			],
			mails: [
				{
					to: 'you@example.com',
					subject: 'Spring sale: 2 of 4 delivered',
					text: 'Count State State 2 delivered 1 failed 1 blocked',
				},
			],
		},
		'campaign-with-estimate': {
			statuses: ['success', 'success'],
			unsent: { '0505551001': [], '0529999004': [], '0505551002': [], '0537778899': tooMuch },
			sent: {
				'0505551001': sale('Dana'),
				'0529999004': sale('Avi'),
				'0505551002': sale('Noa'),
				'0537778899': tooMuch,
			},
		},
		'account-alerts': {
			statuses: ['success', 'success', 'success'],
			quiet: 0,
			mails: [
				{
					to: 'you@example.com',
					subject: expect.stringMatching(/^TextMe: 9\d{4} credits left$/) as string,
					html: expect.stringMatching(
						/^9\d{4} SMS credits are left\. The API token expires on 20\d\d-\d\d-\d\d\.$/m,
					) as string,
				},
				expect.objectContaining({ to: 'you@example.com' }),
			],
		},
		'otp-login': {
			// After a wrong code and then the right one.
			endings: [['success', 'Signed in']],
			again: 5,
			// 16, minus the first code and the machine's eight.
			others: 7,
			texts: ['Your code is [code]'],
		},
		'approve-by-sms': [
			['success', 'Confirm the order', 'הזמנה 1042 אושרה. תודה!'],
			['success', 'Turn the order down', 'מצטערים, הזמנה 1042 לא אושרה.'],
		],
		'two-way-survey': {
			second: 'תודה. מה היה פחות טוב? כתבו לנו בהודעה חוזרת.',
			status: 'success',
			result: [{ customer: 'נועה', rating: '2', comment: 'חיכיתי הרבה זמן' }],
		},
		'appointment-reminder': {
			status: 'success',
			reminded: [
				'שלום דנה, תזכורת לתור מחר בשעה 9:00. לאישור השיבו 1, לביטול 2. להסרה מתזכורות השיבו הסר.',
				'שלום עומר, תזכורת לתור מחר בשעה 10:30. לאישור השיבו 1, לביטול 2. להסרה מתזכורות השיבו הסר.',
			],
			confirmed: 'נתראה מחר בשעה 9:00!',
			blocked: ['0506669002'],
			textsToOmer: 1,
		},
		// People who got the text or opted out are not called.
		'text-then-call': {
			status: 'success',
			calls: [[], calledBy('Person 2'), calledBy('Person 3'), []],
		},
		'ask-once-more': {
			status: 'success',
			answers: [
				'0505559002 answered No',
				'0505559003 timedOut ',
				'0505559001 answered Yes',
				'12  ',
			],
			texts: [1, 2, 2],
		},
		// Three texts get one answer; each person is remembered; the agent is silent while a person has taken over.
		'text-your-agent': {
			'0506664001': [
				`Hi   it is me   Dana${end}`,
				`Hi   it is me   Dana … When do you open?${end}`,
				`Hi   it is me   Dana … When do you open? … agent${end}`,
			],
			'0506664002': [`My order is 1042${end}`, `My order is 1042 … Thanks${end}`],
			'0506664003': [
				'0506664002 wrote: Human',
				'0506664002 wrote: Is somebody there? https:  evil example',
				'0506664001 wrote: And today?',
			],
			whileTakenOver: 3,
			requests: 5,
		},
		'approve-an-agent': {
			approved: {
				text: cancel('1042'),
				isLong: true,
				status: 'success',
				said: expect.any(String) as string,
			},
			declined: {
				text: cancel('1043'),
				isLong: true,
				status: 'success',
				said: expect.stringMatching(/provided feedback: \\?"It was sent this morning/) as string,
			},
			cancelled: [{ order: '1042' }],
		},
		'opening-hours': {
			endings: [
				['success', 'Are we closed?'],
				['success', 'Say when we answer'],
			],
			whileOpen: { me: ['0506663001 wrote: Do you have bread?'], asks: 0 },
			night: ['0506663001 wrote: And cake? https:  evil example', 'scheduled'],
			answer: [
				expect.stringMatching(
					/^Thank you! We are closed now and answer on \w+day, \d+ \w+, 00:00\.$/,
				),
			],
			before: 'scheduled',
			after: false,
		},
	});
});
