import { useScenario } from './harness/runScenario.mts';

interface Page {
	status: number;
	heading: string;
}

interface Report {
	text: string;
	path: string;
	previews: Record<string, number>;
	tampered: number[];
	untouched: string;
	pages: Record<string, Page>;
	answers: Record<string, unknown>;
	replay: Page[];
	afterReplay: unknown;
	pressed: number;
	raced: { status: string; outcome: string; more: number };
	oldLinks: Page[];
	rounds: string[][];
	first: { forged: number; second: Page; third: Page; result: unknown };
	answeredLate: Page;
	late: unknown;
	timedOut: unknown;
	silent: unknown;
	repeated: unknown[];
}

const outcome = (phone: string, name: string, data: Record<string, unknown>) => ({
	status: 'success',
	data,
	outcome: name,
	phone,
	more: 0,
});

describe('Send and Wait for Response in a real n8n', () => {
	const report = useScenario<Report>('sendAndWait');

	test("leads to n8n's own address for answers, where the message wants it", () => {
		expect(report().text).toBe('Approve order 2: LINK');
		expect(report().path).toMatch(/^\/answers\/\d+\/[0-9a-f-]{36}$/);
	});

	test('decides nothing when something fetches the link', () => {
		expect(Object.values(report().previews)).toEqual(Array(7).fill(200));
		expect(report().untouched).toBe('waiting');
	});

	test('refuses a link that was tampered with', () => {
		expect(report().tampered).toEqual([401, 401, 401, 401]);
	});

	test('several questions at once are answered each for itself', () => {
		expect(report().answers).toEqual({
			approve: outcome('0501111101', 'approved', { approved: true }),
			decline: outcome('0501111102', 'disapproved', { approved: false }),
			text: outcome('0501111103', 'answered', { text: 'מצוין 👍\n<b>תודה</b>' }),
		});
		expect(Object.values(report().pages).map(({ heading }) => heading)).toEqual([
			'Your answer is needed',
			'Thank you',
			'Thank you',
			'נדרשת תשובתך',
			'תודה רבה',
		]);
	});

	test('says that a link is used, and changes nothing', () => {
		expect(report().replay).toEqual(Array(2).fill({ status: 200, heading: 'No action required' }));
		expect(report().afterReplay).toEqual(report().answers.approve);
	});

	test('lets one of several people decide who press at once, and thanks only that one', () => {
		expect(report().pressed).toBe(1);
		expect(report().raced).toMatchObject({ status: 'success', more: 0 });
		expect(report().raced.outcome).toMatch(/^(?:dis)?approved$/);
	});

	test('does not answer the next round of a loop by the link of one', () => {
		expect(report().oldLinks).toEqual([{ status: 200, heading: 'Nothing to answer here' }]);
		expect(report().rounds).toEqual([
			['0501111108', 'approved'],
			['0501111109', 'approved'],
		]);
	});

	test('decides by the first answer of several people with a link each', () => {
		expect(report().first).toEqual({
			forged: 401,
			second: { status: 200, heading: 'Thank you' },
			third: { status: 200, heading: 'No action required' },
			result: outcome('0501111111', 'approved', { approved: true }),
		});
	});

	test('keeps a question when n8n ends', () => {
		expect(report().answeredLate.heading).toBe('תודה רבה');
		expect(report().late).toEqual(outcome('0501111104', 'approved', { approved: true }));
	});

	test('says that the time is up, also when n8n was down then', () => {
		expect(report().timedOut).toEqual(outcome('0501111107', 'timedOut', { text: '' }));
		expect(report().silent).toEqual(outcome('0501111106', 'timedOut', { approved: false }));
	});

	test('texts nobody twice who is asked by a link', () => {
		expect(report().repeated).toEqual([]);
	});
});
