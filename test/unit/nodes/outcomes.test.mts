import { outcomesOf } from '../../../nodes/waiting/outcomes';
import type { Watch } from '../../../nodes/waiting/wait';

/** The output of a reply and a question with these times. */
function answered(sentAt: string, respondedAt: string) {
	const json = { outcome: 'waiting', sentAt };
	const watch = { items: [{ json, wait: { question: {}, until: Infinity } }] } as unknown as Watch;
	const answer = { text: ' ', respondedAt, other: { part: '1' } };
	return outcomesOf(watch, { states: [], questions: [{ answer }] } as never, 0)[0]?.json ?? {};
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
	// The service's clock is slow.
	['2026-05-01T10:01:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z'],
])('sent at %s, answered in the minute %s: %s', (sentAt, respondedAt, expected) => {
	expect(answered(sentAt, respondedAt).respondedAt).toBe(expected);
});

test('an answer comes out with what else came with it', () => {
	const now = '2026-05-01T10:00:00.000Z';
	expect(answered(now, now)).toMatchObject({ other: { part: '1' } });
});
