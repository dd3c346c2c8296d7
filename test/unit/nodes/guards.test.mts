import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { Spending } from '../../../nodes/TextMe/agent/spending';
import { commonSettings } from '../../../nodes/TextMe/fields/commonOptions';
import type { ItemOperation } from '../../../nodes/TextMe/operation';
import { resources } from '../../../nodes/TextMe/operations';
import type { Parameters } from '../../../nodes/TextMe/parameters';
import { Batch as PlannedCall } from '../../../nodes/TextMe/pipeline/batches';
import {
	continuesOnFail as goesOn,
	Ledger as Results,
} from '../../../nodes/TextMe/pipeline/ledger';

test('every operation that does more than read says whether a model may do it', () => {
	const operations = resources.flatMap(({ operations: own }) => own);
	const guards = operations.filter(({ effect }) => effect !== 'read').map(({ guard }) => guard);
	expect(guards.length).toBeGreaterThan(15);
	for (const guard of guards) {
		const reason = guard && ('because' in guard ? guard.because : guard.harmless);
		expect(reason).toMatch(/^[a-z].{15,}[^.]$/);
	}
	const sends = operations.filter(({ effect }) => effect === 'send');
	expect(sends.filter(({ messages }) => messages === undefined)).toEqual([]);
});

test('refuses to compile a guard that does not', () => {
	const some = {
		name: 'New',
		value: 'new',
		action: 'Do something new',
		description: 'A new operation',
		tool: undefined,
		root: 'new',
		fields: [],
		body: () => ({}),
	};
	const guard = { harmless: 'it is never carried out' };
	const operations: ItemOperation[] = [
		{ ...some, effect: 'read' },
		{ ...some, effect: 'write', guard },
		{ ...some, effect: 'send', guard, messages: () => 1 },
		// @ts-expect-error -- no guard
		{ ...some, effect: 'write' },
		// @ts-expect-error -- no guard
		{ ...some, effect: 'send', messages: () => 1 },
		// @ts-expect-error -- nobody knows how many it texts
		{ ...some, effect: 'send', guard },
		// @ts-expect-error -- no reason
		{ ...some, effect: 'write', guard: {} },
	];
	expect(operations).toHaveLength(7);
});

describe('messages of models, counted over the calls of one execution', () => {
	const send = resources
		.find(({ value }) => value === 'sms')
		?.operations.find(({ value }) => value === 'send') as ItemOperation;

	/** What n8n keeps with the execution for all of its nodes. */
	let flow: Record<string, unknown>;
	beforeEach(() => (flow = {}));

	type Given = [
		count: number,
		outcome: 'sent' | 'rejected' | 'unknown' | 'skipped',
		limit?: number,
	];

	/** A call of a tool to some numbers, and what becomes of it. */
	function call(...[count, outcome, limit]: Given) {
		const node = {
			name: 'Send SMS',
			type: 'n8n-nodes-textme.textMeTool',
			parameters: { messageLimitSmsSend: limit },
		} as unknown as INode;
		const context = {
			getNode: () => node,
			getContext: (type: string) => (type === 'flow' ? flow : {}),
			continueOnFail: () => false,
		} as unknown as IExecuteFunctions;
		expect(goesOn(context)).toBe(true);
		const phones = Array.from({ length: count }, (_, last) => `05011111${10 + last}`);
		const parameters = {
			itemIndex: 0,
			get: (name: string) => (name === 'sendTo' ? 'phones' : phones),
			option: () => undefined,
			checked: (name: string, check: (value: unknown) => unknown) =>
				check(name === 'phones' ? phones : undefined),
			fromFields: (_: string[], __: string, make: () => unknown) => make(),
			checkedOption: () => undefined,
			filledOption: () => undefined,
		} as unknown as Parameters;
		const results = new Results(context, [], 1, false);
		const planned = new PlannedCall(
			{ ...send, limit: 1, root: 'sms', entries: () => [], batchBody: () => ({}) } as never,
			commonSettings(parameters),
			undefined,
			[{ itemIndex: 0, entry: {}, idempotencyKey: undefined }],
		);
		const spending = new Spending(context, 'sms', send);
		const going = spending.withinLimit([planned], [parameters], results);
		const pairedItem = { item: 0 };
		if (going.length > 0 && (outcome === 'sent' || outcome === 'skipped')) {
			const json = outcome === 'sent' ? { accepted: true } : { skipped: true };
			results.accept(new Map([[0, [{ json, pairedItem }]]]));
		} else if (going.length > 0) {
			results.fail(0, { message: outcome, context: { outcome } } as never);
		}
		return { isSent: going.length > 0, settle: () => spending.settle(results) };
	}

	function carriedOut(...given: Given): boolean {
		const { isSent, settle } = call(...given);
		settle();
		return isSent;
	}

	test('ten, also over several tools', () => {
		expect([4, 6, 1].map((count) => carriedOut(count, 'sent'))).toEqual([true, true, false]);
		// Another node with a limit of its own counts on.
		expect(carriedOut(1, 'sent', 11)).toBe(true);
		expect(carriedOut(1, 'sent', 11)).toBe(false);
	});

	test('counts an unknown outcome, and neither a refusal nor a used key', () => {
		expect(carriedOut(9, 'rejected')).toBe(true);
		expect(carriedOut(9, 'skipped')).toBe(true);
		expect(carriedOut(9, 'unknown')).toBe(true);
		expect(carriedOut(2, 'sent')).toBe(false);
		expect(carriedOut(1, 'sent')).toBe(true);
	});

	test('calls side by side are counted before any of them is through', () => {
		const side = [call(6, 'sent'), call(6, 'sent')];
		expect(side.map(({ isSent }) => isSent)).toEqual([true, false]);
	});
});
