import { block, parametersFor, unblock } from './harness/calls.mts';
import { testCalls } from './harness/callRows.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const [A, B] = ['0501111111', '0502222222'];
const byItem = { phones: '={{ $json.phone }}' };
const getMany = parametersFor('blocklist', 'getMany', { from: '', to: '', returnAll: true });

describe('Add', () => {
	testCalls(fixture, {
		'all items in one request, each with its own numbers': {
			call: block(byItem),
			items: [{ phone: '050-111-1111; +972502222222\n0501111111' }, { phone: [B] }],
			sent: { addNumBL: { phones: { phone: [A, B] } } },
			isOdd: true,
			answer: { status: 946, message: 'ok', errors: [`972${B.slice(1)} is blocked already`] },
			gives: [
				{
					added: 1,
					phones: [A],
					rejected: [{ phone: B, reason: '972502222222 is blocked already' }],
				},
				{
					added: 0,
					phones: [],
					rejected: [{ phone: B, reason: '972502222222 is blocked already' }],
				},
			],
		},
	});

	test.each([false, true])(
		'more numbers than one request takes; an answer is lost: %s',
		async (isLost) => {
			if (isLost) fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
			const items = Array.from({ length: 3 }, (_item, index) => ({
				phone: Array.from({ length: 4_000 }, (_row, row) => `05${index}${1_000_000 + row}`),
			}));
			const { error } = await fixture.run(block(byItem), {
				items,
				onError: 'continueRegularOutput',
			});
			expect(error).toBeUndefined();
			expect(fixture.sandbox.accountView().blocked).toHaveLength(12_000);
			expect(fixture.sandbox.requests({ root: 'addNumBL' })).toHaveLength(2);
		},
	);
});

describe('Remove', () => {
	const [removed, both] = [
		'2 phone numbers Successfully deleted',
		'1 phone numbers Successfully deleted, 1 Phone numbers not exist in blacklist',
	];
	testCalls(fixture, {
		'0: all numbers may be messaged again, for a reason sent as it was written': {
			call: unblock({ phones: '501111111, 972502222222', reason: ' ביקש & "אישר" ' }),
			sent: { rmNumBL: { phones: { phone: [A, B] }, reason: 'ביקש & "אישר"' } },
			answer: { message: removed },
			gives: [{ removed: 2, phones: [A, B], rejected: [] }],
		},
		'944: each item tells in the words of the service how many were not on the list': {
			call: unblock(byItem),
			items: [{ phone: `${A}, ${B}` }, { phone: `${B}, ${A}` }],
			sent: [
				[A, B],
				[B, A],
			].map((phone) => ({ rmNumBL: { phones: { phone }, reason: 'Asked for it' } })),
			answer: { status: 944, message: both },
			gives: [
				{ phones: [A, B], rejected: [], notes: [both] },
				{ phones: [B, A], rejected: [], notes: [both] },
			],
		},
	});
});

describe('Get Many', () => {
	testCalls(fixture, {
		'masked numbers and when they were blocked, in winter and in summer, the latest first': {
			call: getMany(),
			sent: { blacklist: { from: '01/01/00 00:00', to: expect.any(String) as string } },
			answer: {
				transactions: [
					{ phone: '050****567', date: '15/01/25 10:00' },
					{ phone: '052****321', date: '15/07/25 10:00' },
				],
			},
			gives: [
				{ phone: '052****321', blockedAt: '2025-07-15T10:00:00+03:00' },
				{ phone: '050****567', blockedAt: '2025-01-15T10:00:00+02:00' },
			],
		},
		// The end is rounded up, so that its minute belongs to the window.
		'takes a moment of an expression, as n8n hands it over': {
			call: getMany({
				from: '={{ DateTime.fromISO("2026-05-01T10:30:00+03:00") }}',
				to: '={{ new Date("2026-05-02T07:30:01Z") }}',
			}),
			sent: { blacklist: { from: '01/05/26 10:30', to: '02/05/26 10:31' } },
			answer: { transactions: '' },
			gives: [],
		},
		'a date in another form, and none': {
			call: getMany(),
			answer: {
				transactions: [
					...[{ phone: '05*', date: 'yesterday' }, { phone: '0501234567' }],
					{ phone: '052', date: '15/01/25 10:00' },
				],
			},
			gives: [
				{ phone: '052', blockedAt: '2025-01-15T10:00:00+02:00' },
				{ phone: '05*', blockedAt: 'yesterday' },
				{ phone: '0501234567', blockedAt: undefined },
			],
			isOdd: true,
		},
	});
});
