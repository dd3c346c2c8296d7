import { runScenario } from './harness/runScenario.mts';

interface OnPhone {
	direction: string;
	isTooWide: boolean;
	buttons: Array<{ label: string; isLarge: boolean }>;
	thanks: string;
	said: string;
	complaints: string[];
	requested: string[];
	result: { data: Record<string, unknown>; outcome: string };
}

describe('the page of Send and Wait for Response on a phone', () => {
	let report: Record<'english' | 'hebrew' | 'withoutScripts', OnPhone>;
	beforeAll(async () => {
		report = await runScenario('answerPage');
	}, 600_000);

	test.each([
		['english', 'ltr', ['Approve', 'Decline'], 'Thank you', 'Approve', { approved: true }],
		[
			'hebrew',
			'rtl',
			['שליחה'],
			'תודה רבה',
			'היה מצוין,\nתודה רבה!',
			{ text: 'היה מצוין,\nתודה רבה!' },
		],
		['withoutScripts', 'rtl', ['אישור', 'דחייה'], 'תודה רבה', 'דחייה', { approved: false }],
	] as const)('%s', (name, direction, labels, thanks, said, data) => {
		expect(report[name]).toEqual({
			direction,
			isTooWide: false,
			buttons: labels.map((label) => ({ label, isLarge: true })),
			thanks,
			said,
			complaints: [],
			// Nothing is loaded, and a double tap sends the form once.
			requested: ['GET LINK', 'POST LINK'],
			result: expect.objectContaining({ data, status: 'success' }) as unknown,
		});
	});
});
