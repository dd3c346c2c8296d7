import { AT, CONFIRM, press, questionOutput } from './harness/questionOutput.mts';
import { asked } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

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
	[undefined],
	['confirm'],
	[{}],
	[{ decision: '' }],
	[{ decision: ['confirm'] }],
	[{ decision: 'decline' }],
	[{ approved: 'true' }],
] as unknown[][])('POST %j decides nothing where there is only Approve', async (body) => {
	const run = await asked(fixture, { approvalType: 'single' });
	const { page, items } = await press(run, body, CONFIRM);
	expect(items).toBeUndefined();
	expect(page).toContain('Please press one of the buttons.');
});

test('free text comes out as it was written', async () => {
	const run = await asked(fixture, { message: 'מה שלומך?', responseType: 'freeText' });
	expect((await run.open()).page).toMatch(/<html lang="he" dir="rtl">[^]*<textarea/);
	const body = { text: '  טוב,\r\nתודה <b>&amp;</b> 👋 ' };
	const { items } = await press(run, body);
	expect(items?.[0]?.json).toMatchObject({
		data: { text: 'טוב,\nתודה <b>&amp;</b> 👋' },
		outcome: 'answered',
	});
});

test.each([
	['nothing', undefined, 'Please write an answer first.'],
	['blanks', { text: ' \r\n ' }, 'Please write an answer first.'],
	['a list', { text: ['a', 'b'] }, 'Please write an answer first.'],
	['too much', { text: 'x'.repeat(2001) }, 'Please shorten it to 2,000 characters.'],
])('free text of %s is asked for again', async (_, body, message) => {
	const run = await asked(fixture, { responseType: 'freeText' });
	const { page, items } = await press(run, body);
	expect(items).toBeUndefined();
	expect(page).toContain(message);
});

test('decides nothing by the link of an earlier round of a loop', async () => {
	const run = await asked(fixture);
	const { page, items } = await press(run, CONFIRM, { n: '1' });
	expect(items).toBeUndefined();
	expect(page).toContain('Nothing to answer here');
});

const NODE = /[0-9a-f-]{36}(?=\?signature)/;

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
