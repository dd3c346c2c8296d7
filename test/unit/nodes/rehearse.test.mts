import type { Message } from '../../../gateway/texts/messages';
import { rehearse } from '../../../nodes/texts/rehearsal';
import { textsOf } from '../../../nodes/texts/text';

test.each([
	['texts', undefined, 2, 'To 050-111 1111: Hello'],
	['calls', { type: 4 }, 1, 'To 050-111 1111 and 1 more: Hello'],
])('rehearses the %s of an item to two people with %j as speech: %i', (_, speech, count, text) => {
	const people = [{ phone: '0501111111' }, { phone: '0502222222' }];
	const message = { source: 'TextMe', text: 'Hello', links: [], to: { people, lists: [] }, speech };
	const texts = [0, 1].flatMap((item) => textsOf(item, message as unknown as Message, {}));
	const { going, left } = rehearse(texts, '0537778899', 9);
	expect([going.length, left.length]).toEqual([2 * count, 4 - 2 * count]);
	expect(going[0]?.message.text).toBe(text);
	expect(going.every(({ to }) => 'phone' in to && to.phone === '0537778899')).toBe(true);
	expect(going[0]?.settings).toEqual({});
});

test('says what the code of a text of the service is, and sends it abroad', () => {
	const to = { people: [{ phone: '0501111111' }], lists: [] };
	const message: Message = { source: 'TextMe', text: '', code: {}, links: [], to };
	const { going } = rehearse(textsOf(0, message, { temp_bl: '3' }), '12125550100', 9);
	expect(going[0]).toMatchObject({
		message: { text: 'To 050-111 1111: The code is [code]' },
		settings: { temp_bl: undefined, includes_international: '1' },
	});
	const own = textsOf(0, { ...message, text: 'Use [code]' }, {});
	const [text] = rehearse(own, '0537778899', 9).going;
	expect(text?.message.text).toBe('To 050-111 1111: Use [code]');
});
