import { questionPage, readAnswer } from '../../../nodes/answers/page';
import type { Page } from '../../../nodes/answers/page';

const page: Page = {
	sender: 'MyShop',
	message: 'How was it?',
	declineLabel: 'No',
	asksReason: true,
};

test('never lists the names of a form', () => {
	const form = new Proxy(
		{ decision: 'decline', reason: 'Yes' },
		{
			ownKeys: () => {
				throw new Error('To list a million names takes seconds');
			},
		},
	);
	expect(readAnswer(page, form)).toEqual({
		data: { approved: false, chatInput: 'Yes' },
		outcome: 'disapproved',
	});
});

test.each<[string, Page]>([
	['a reason', page],
	['a decision', { ...page, asksReason: false }],
	['a choice', { ...page, choices: ['A', 'B'] }],
])('gives back no %s of many megabytes in the page', (_, asked) => {
	const large = '<'.repeat(2 ** 24);
	for (const decision of [large, 'other']) {
		const read = readAnswer(asked, { decision, reason: large });
		if (!('why' in read)) throw new Error('It was taken for an answer');
		expect(questionPage(asked, read).length).toBeLessThan(100_000);
	}
});

test.each<[string, unknown]>([
	['an object that is no text', { toString: 1, valueOf: 1 }],
	['lists without end', Array.from({ length: 60_000 }).reduce((inner) => [inner], '0')],
	['a number', 1],
	['nothing', null],
])('asks again when a form holds %s', (_, value) => {
	for (const choices of [undefined, ['A', 'B']]) {
		const asked = { ...page, ...(choices && { choices }) };
		expect(readAnswer(asked, value)).toEqual({ why: 'undecided', written: '' });
		for (const name of ['decision', 'reason', 'other']) {
			expect(readAnswer(asked, { [name]: value })).toEqual({ why: 'undecided', written: '' });
		}
	}
});

test('takes as much as 2,000 characters, and gives more back to be shortened', () => {
	for (const length of [2000, 2001]) {
		const read = readAnswer(page, { decision: 'decline', reason: 'x'.repeat(length) });
		expect('outcome' in read).toBe(length === 2000);
		if (length > 2000) expect(read).toEqual({ why: 'tooLong', written: 'x'.repeat(2001) });
	}
	// A line break is sent as two characters.
	const reason = 'x'.repeat(999) + '\r\n'.repeat(1000) + 'x';
	expect(readAnswer(page, { decision: 'decline', reason })).toMatchObject({
		data: { chatInput: reason.replaceAll('\r', '') },
	});
});

test('keeps the reason of who pressed no button', () => {
	expect(readAnswer(page, { reason: 'Not now' })).toEqual({ why: 'undecided', written: 'Not now' });
});
