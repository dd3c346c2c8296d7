import { sendRoot } from '../../../gateway/texts/messages';

const to = (last: number, lists: string[] = [], more = {}) => ({
	...{ source: 'TextMe', text: 'Hello', links: [], ...more },
	to: { people: [{ phone: `050123456${last}` }], lists },
});
const link = { id: '1', url: 'https://example.com' };

// An `sms` takes the contact lists of its first message only.
test.each([
	['sms', 'who gets the same', to(2)],
	['bulk', 'who gets the same, and a contact list', to(2, ['7'])],
	['bulk', 'who gets another link', to(2, [], { links: [link] })],
	['bulk', 'who gets another tag', to(2, [], { tag: 'a' })],
])('takes %s for a person and another %s', (root, _, message) => {
	expect(sendRoot([to(1), message])).toBe(root);
});
