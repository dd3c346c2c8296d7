import { fillDropDown } from './harness/dropDown.mts';
import { parametersFor, sendSms } from './harness/calls.mts';
import { DANA, texts, useReplyQuestions, outcomes } from './harness/replyQuestions.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox({ dialect: 'met' });
const { asked, askEach, due, reply } = useReplyQuestions(fixture);
const LONG = '972559000100';
const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
const answer = parametersFor('sms', 'reply', { message: 'Thank you' });
const sources = () => fixture.sandbox.messages().map(({ source }) => source);

describe.each(ENCODINGS)('in %s', (encoding) => {
	test('sends from whatever the list of senders offers', async () => {
		const credentials = fixture.credentials({ encoding });
		const offered = await fillDropDown({ method: 'searchSenders', parameters: {}, credentials });
		expect(offered.map(({ value }) => value)).toEqual([LONG, 'TextMe']);
		for (const { value } of offered) {
			const source = fromList(String(value));
			const { items } = await fixture.runWell(sendSms({ source }), { encoding });
			expect(items[0]?.json).toMatchObject({ accepted: true });
		}
		expect(sources()).toEqual([LONG, 'TextMe']);
	});

	test.each(['0559000100', LONG, '+972559000100', '+972 55-900-0100', 972559000100])(
		'replies from the number that a message names as %s',
		async (to) => {
			const items = [{ phone: DANA, message: 'Hi', to }];
			await fixture.runWell(answer(), { encoding, items });
			expect(sources()).toHaveLength(1);
		},
	);
});

test('hears the answer to a question from a sender with 972', async () => {
	const { watcher } = await asked([DANA], askEach({ source: fromList(LONG) }));
	reply(DANA, 'Yes', '0559000100');
	await due(watcher);
	expect(outcomes(watcher)).toEqual(['answered']);
	expect(texts(watcher)).toEqual(['Yes']);
});
