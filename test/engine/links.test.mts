import type { INodeParameters } from 'n8n-workflow';
import { bulk, CALL_FILTERED, sendSms, sendVoice } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { ask } from './harness/questions.mts';

const fixture = useSandbox();
const link = (...ids: string[]) => ({
	links: { link: ids.map((id, index) => ({ id, url: `https://example.com/${index}` })) },
});

const linkTo = (url: string) => ({ links: { link: [{ id: '1', url }] } });

describe.each<[string, (message: string, options: INodeParameters) => INodeParameters]>([
	['SMS Send', (message, options) => sendSms({ message }, options)],
	['Send Bulk', (message, options) => bulk({ phones: '0501234567', message }, options)],
	['Voice Send', (message, options) => sendVoice({ message, reachBy: CALL_FILTERED }, options)],
])('%s', (_, parameters) => {
	test.each([
		['See [link-2]', {}, "'Message' has [link-2], but there is no link with the ID 2"],
		['See [link-1] [link-2]', link('1'), "'Message' has [link-2], but there is no link"],
		['See [link-1]', link(''), "'Short Links' has a link without ID or URL"],
		['See [link-1]', link('1', 'link-1'), "'Short Links' has two links with the ID link-1"],
		['See [link-1]', linkTo('shop.example/x'), "'Short Links' has the link"],
	])('refuses the address %j with the field %j', async (message, options, reason) => {
		await fixture.expectBadInput(parameters(message, options), reason);
	});

	test.each([
		['See [link-1] and [link-b]', link('1', 'b')],
		['See [link-1]', link('link-1')],
		['See [link] and [links-1]', {}],
	])('sends the address %j with the field %j', async (message, options) => {
		await fixture.runWell(parameters(message, options));
		expect(fixture.sandbox.counters().messages).toBe(1);
	});
});

test('takes marks and brackets off a link', async () => {
	await fixture.runWell(sendSms({ message: '[link-1]' }, linkTo('<https://shop.example/x>')));
	expect(fixture.sandbox.requests().at(-1)?.body).toContain('"https://shop.example/x"');
});

test('refuses the place of a short link in a question', async () => {
	const question = ask({ message: 'OK? [link-1]' }, { shortenLink: true });
	const said = "'Message' has [link-1], which stands for a short link";
	await fixture.expectBadInput(question, said);
});
