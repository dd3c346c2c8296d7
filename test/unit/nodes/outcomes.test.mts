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
	['of a number that is still open', false, 'Two numbers share an ID. HTTP 503.'],
	['of no number that was reached', true, 'Two numbers share an ID.'],
])('warns of a failed look %s, beside what the send has warned of', (_, delivered, warning) => {
	const json = { accepted: true, warning: 'Two numbers share an ID.' };
	const wait = { recipients: [{ externalId: 'a' }], until: 0 };
	const states = [[{ externalId: 'a', final: delivered, delivered }]];
	const findings = { states, questions: [], trouble: 'HTTP 503.' };
	const watch = { items: [{ json, wait }] } as unknown as Watch;
	expect(outcomesOf(watch, findings as never)[0]?.json.warning).toBe(warning);
});

test.each([
	['2026-05-01T10:00:40.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:40.000Z'],
	['2026-05-01T10:00:40.000Z', '2026-05-01T10:01:00.000Z', '2026-05-01T10:01:00.000Z'],
	['2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z'],
])('sent at %s, answered in the minute %s: %s', (sentAt, respondedAt, expected) => {
	expect(answered(sentAt, respondedAt)).toBe(expected);
});
