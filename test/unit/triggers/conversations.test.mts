import type { Arrival } from '../../../nodes/events/arrival';
import { toConversationItems } from '../../../nodes/TextMeTrigger/conversations';

test('gives a conversation the date and the ID of its last text', () => {
	const arrivals = ['one', 'two'].map((message) => ({
		event: {
			...{ event: 'incomingMessage', sessionId: 'a person', message },
			...{ date: `the date of ${message}`, eventId: `the ID of ${message}` },
		},
		raw: {},
	})) as unknown as Arrival[];
	expect(toConversationItems(arrivals, false)).toMatchObject([
		{ json: { messages: ['one', 'two'], date: 'the date of two', eventId: 'the ID of two' } },
	]);
});
