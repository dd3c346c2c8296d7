import type { Arrival } from '../../../nodes/events/arrival';
import { toConversationItems } from '../../../nodes/TextMeTrigger/receivePush';

test('gives a conversation the date and the ID of its last text', () => {
	const DATES = ['2026-05-01T10:31:00+03:00', '2026-05-01T10:32:00+03:00'];
	const arrivals = DATES.map((date, n) => ({
		event: {
			...{ event: 'incomingMessage', phone: '0501234567', sessionId: 'a person' },
			...{ ...(n > 0 && { message: 'text' }), date, eventId: `the ID of ${n}` },
		},
		raw: {},
	})) as unknown as Arrival[];
	expect(toConversationItems(arrivals, false)).toMatchObject([
		{ json: { messages: ['', 'text'], date: DATES[1], eventId: 'the ID of 1' } },
	]);
});
