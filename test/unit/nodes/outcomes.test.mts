import { outcomesOf } from '../../../nodes/waiting/outcomes';
import type { Watch } from '../../../nodes/waiting/wait';

/** What comes out of a reply at a time, to a question sent at another. */
function answered(sentAt: string, respondedAt: string) {
	const watch = {
		items: [{ json: { outcome: 'waiting', sentAt }, wait: { question: {}, until: Infinity } }],
	} as unknown as Watch;
	const findings = { states: [], questions: [{ answer: { text: 'Yes', respondedAt } }] };
	return outcomesOf(watch, findings as never, 0)[0]?.json.respondedAt;
}

test.each([
	['2026-05-01T10:00:40.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:40.000Z'],
	['2026-05-01T10:00:40.000Z', '2026-05-01T10:01:00.000Z', '2026-05-01T10:01:00.000Z'],
	['2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z'],
])('sent at %s, answered in the minute %s: %s', (sentAt, respondedAt, expected) => {
	expect(answered(sentAt, respondedAt)).toBe(expected);
});
