import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { showSummary } from '../../../nodes/TextMe/output/output';
import type { Fate, Part, Run, Skipped } from '../../../nodes/TextMe/run/run';

const failed = (kind: 'refused' | 'unknown', context: object = {}): Fate => {
	const error = new NodeOperationError({} as INode, 'No');
	Object.assign(error.context, context);
	return { kind, error };
};
const skipped = (why: Skipped['why']): Fate => ({ kind: 'skipped', why });
const ACCEPTED: Fate = { kind: 'accepted', pieces: [], at: 0, isScheduled: false };
const CHECKED: Fate = { kind: 'checked' };

const TO = { phone: '0501234567' };
const TEXT = { source: '', to: { people: [TO], lists: [] }, text: 'Hello', links: [] };

/** The sentence about a run of one item with these fates. */
function told(parts: Fate[], operation: object = {}, isText = true): string | undefined {
	const own = parts.map((fate, place): Part => {
		return isText
			? ({ itemIndex: 0, place, to: TO, message: TEXT, settings: {}, fate } as Part)
			: { itemIndex: 0, fate };
	});
	const hints: string[] = [];
	const context = {
		getInputData: () => [{ json: {} }],
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
	};
	showSummary({ operation, rows: [{ itemIndex: 0, parts: own }], context } as unknown as Run);
	return hints[0]?.split('.')[0];
}

test.each([
	['0 of 1 sent: 1 outcome unknown', [failed('refused', { status: 4 }), failed('unknown')]],
	['1 of 1 sent, 1 SMS', [ACCEPTED, failed('refused', { status: 4 })]],
	['0 of 1 sent: 1 only checked', [CHECKED, skipped('blocked')]],
	['0 of 1 sent: 1 duplicate', [skipped('blocked'), skipped('duplicate')]],
	['0 of 1 sent: 1 refused', [failed('refused', { httpStatus: 403 })]],
	['0 of 1 sent: 1 wrong number', [failed('refused', { status: 9, says: 'wrongNumber' })]],
	['0 of 1 sent: 1 wrong number', [failed('refused', { field: 'phones' })]],
	['0 of 1 sent: 1 mistake', [failed('refused', { field: 'message' })]],
	['0 of 1 sent: 1 not sent', [failed('refused', { outcome: 'rejected' })]],
])('a run says "%s" of an item with these texts', (sentence, parts) => {
	expect(told(parts)).toBe(sentence);
});

test('a run calls a question that was only checked valid, and one that was sent asked', () => {
	const operation = { asks: true };
	expect(told([ACCEPTED], operation)).toBe('1 of 1 asked, 1 SMS');
	expect(told([CHECKED], operation)).toBe('0 of 1 asked: 1 only checked');
});

test('a read fails with any of its requests', () => {
	expect(told([ACCEPTED, failed('refused', { status: 4 })], {}, false)).toBe(
		'0 of 1 sent: 1 refused',
	);
});
