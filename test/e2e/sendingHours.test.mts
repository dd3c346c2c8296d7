import { runScenario } from './harness/runScenario.mts';

test('recipes keep to the sending hours: at once, at the opening, or not at all', async () => {
	const offer = (name: string) => [`MyShop: Hello ${name}, everything is 20% off until Thursday!`];
	const tooMuch = 'Spring sale was not sent: it costs 3 credits, and you have 100000.';
	expect(await runScenario('sendingHours')).toEqual({
		held: true,
		opensInTime: true,
		heldTexts: 0,
		campaign: {
			statuses: ['success', 'success'],
			unsent: { '0505551001': [], '0509999004': [], '0505551002': [], '0537778899': [tooMuch] },
			sent: {
				'0505551001': offer('Dana'),
				'0509999004': offer('Avi'),
				'0505551002': offer('Noa'),
				'0537778899': [tooMuch],
			},
		},
		shop: {
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
