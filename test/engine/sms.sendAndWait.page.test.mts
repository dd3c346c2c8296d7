import { useSandbox } from './harness/useSandbox.mts';
import { ask, asked, AT, CONFIRM, press, questionOutput } from './harness/questions.mts';

const fixture = useSandbox();

const both = { approvalType: 'double' };

test.each(['GET', 'HEAD', 'get'])('shows the page to %s, and decides nothing', async (method) => {
	const run = await asked(fixture);
	const { page, headers, items } = await run.open({
		method,
		// A preview may add a query, which must not decide.
		query: { decision: 'confirm', approved: 'true' },
		body: { decision: 'confirm' },
	});
	expect(items).toBeUndefined();
	expect(page).toContain('Approve order 1042?');
	expect(page).not.toContain('webhook-waiting');
	expect(headers).toMatchObject({
		'Cache-Control': 'no-store',
		'X-Robots-Tag': 'noindex, nofollow',
	});
});

test.each([
	[{ decision: 'confirm' }, true, 'approved'],
	[{ decision: 'decline' }, false, 'disapproved'],
])('decides nothing by a POST of %j', async (body, approved, outcome) => {
	const run = await asked(fixture, both);
	const { page, items } = await press(run, body);
	const json = questionOutput({ data: { approved }, outcome, respondedAt: AT });
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(page).toContain('Thank you');
});

test.each([
	...[
		undefined,
		'confirm',
		{ decision: ['confirm'] },
		{ decision: 'decline' },
		{ approved: 'true' },
	],
])('POST %j decides nothing where there is only Approve', async (body) => {
	const run = await asked(fixture, { approvalType: 'single' });
	const { page, items } = await press(run, body, CONFIRM);
	expect(items).toBeUndefined();
	expect(page).toContain('Please press one of the buttons.');
});

describe('an approval with choices', () => {
	const choices = (lines: string) => ({
		message: 'When should we come?',
		approvalType: 'choices',
		choices: lines,
	});
	const THREE = 'Sunday at 10\nMonday\nNever, thanks';

	test('has a button for each, and comes out with the one that was pressed', async () => {
		const run = await asked(fixture, choices(THREE));
		const { page: open } = await run.open();
		const buttons = [...open.matchAll(/<button[^>]*value="([^"]*)"[^>]*>([^<]*)</g)];
		expect(buttons.map(([, value, label]) => [value, label])).toEqual([
			['0', 'Sunday at 10'],
			['1', 'Monday'],
			['2', 'Never, thanks'],
		]);
		const { page, items } = await press(run, { decision: '2' });
		expect(items?.[0]?.json).toMatchObject({
			outcome: 'answered',
			data: { choice: 'Never, thanks' },
		});
		expect(page).toContain('Never, thanks');
	});

	test.each(['3', 'Monday', ['0']])('takes %j for no answer', async (decision) => {
		const { page, items } = await press(await asked(fixture, choices(THREE)), { decision });
		expect(items).toBeUndefined();
		expect(page).toContain('Please press one of the buttons.');
	});

	test.each([
		['', 'has 0 choices; enter 2 to 10'],
		['Only one', 'has 1 choices; enter 2 to 10'],
		[Array.from({ length: 11 }, (_, n) => n).join('\n'), 'has 11 choices; enter 2 to 10'],
	])('refuses the form %j', async (lines, message) => {
		await fixture.expectBadInput(ask(choices(lines)), `'Choices' ${message}`);
	});
});

test('decides nothing by the link of an earlier round of a loop', async () => {
	const run = await asked(fixture);
	const { page, items } = await press(run, CONFIRM, { n: '1' });
	expect(items).toBeUndefined();
	expect(page).toContain('Nothing to answer here');
});

const NODE = /[0-9a-f-]{36}(?=\?signature)/;

test('decides nothing by the link of another round, also where n8n drops the end of a query', async () => {
	const run = await asked(fixture);
	const [node = ''] = NODE.exec(fixture.sandbox.messages().at(-1)?.text ?? '') ?? [];
	// Express reads the first 1,000 parts.
	const url = `/webhook-waiting/1042/${node}?signature=${'&'.repeat(1000)}n=1`;
	const { page, items } = await run.open({ method: 'POST', url, body: CONFIRM });
	expect(items).toBeUndefined();
	expect(page).toContain('Nothing to answer here');
});

// n8n checks the link's signature only at the node's own path. To `signature=TOKEN/NODE` it opens the same page for the
// execution's token, which a form tells its visitor.
test.each([
	['GET', (node: string) => `?signature=token/${node}`],
	['POST', (node: string) => `?signature=token/${node}`],
	['POST', (node: string) => `/?signature=token%2F${node}`],
	['POST', (node: string) => `?[signature]=0a&signature=token/${node}`],
])('shows and decides nothing for %s with the token of the execution', async (method, queryOf) => {
	const run = await asked(fixture);
	const [node = ''] = NODE.exec(fixture.sandbox.messages().at(-1)?.text ?? '') ?? [];
	const url = `/webhook-waiting/1042${queryOf(node)}`;
	const { page, items } = await run.open({ method, url, body: CONFIRM });
	expect(items).toBeUndefined();
	expect(page).toContain('Nothing to answer here');
	expect(page).not.toContain('Approve order 1042?');
});
