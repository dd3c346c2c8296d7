import { israelClock } from '../../gateway/dates';
import { runScenario } from './harness/runScenario.mts';

/** `31/1` */
function israelDate(instant: number): string {
	const date = new Date(israelClock(instant));
	return `${date.getUTCDate()}/${date.getUTCMonth() + 1}`;
}

test('does what the recipes say, pasted into the editor and changed as their readers are told to', async () => {
	const tomorrow = israelDate(Date.now() + 24 * 60 * 60_000);
	const forTomorrow = (name: string, time: string) =>
		`Hello ${name}, we expect you on ${tomorrow} at ${time}. To get no more texts, reply STOP.`;
	const offer = (person: number) => [
		`MyShop: Hello Person ${person}, everything is 20% off until Thursday!`,
	];

	expect(await runScenario('exampleWorkflows')).toEqual({
		missing: [],
		unsupplied: [],
		'order-paid': {
			// Set up, unpaid, paid, another one unpaid, paid again; two buyers in one order, a link as its number.
			endings: [
				['success', 'Paid?'],
				['success', 'Paid?'],
				['success', 'Text the buyer'],
				['success', 'Paid?'],
				['success', 'Text the buyer'],
				['error', 'Text the buyer'],
				['success', 'Text the buyer'],
			],
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
				// Two days. In between the second person opted out.
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
		'campaign-report': {
			status: 'success',
			texts: {
				'0505550001': offer(1),
				'0505550002': offer(2),
				'0509999004': offer(3),
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
			texts: ['Your code is [code]'],
		},
		'approve-by-sms': [
			['success', 'Confirm the order', 'הזמנה 1042 אושרה. תודה!'],
			['success', 'Turn the order down', 'מצטערים, הזמנה 1042 לא אושרה.'],
		],
	});
});
