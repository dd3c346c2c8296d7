import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { toolFields } from '../../../nodes/TextMe/agent/tool';
import { toolCall } from '../../../nodes/TextMe/agent/toolCall';
import type { Operation } from '../../../nodes/TextMe/operation';
import { resources } from '../../../nodes/TextMe/operations';
import { Fates } from '../../../nodes/TextMe/pipeline/fates';
import { partsOfTexts, textsIn } from '../../../nodes/TextMe/pipeline/parts';
import { Permission } from '../../../nodes/TextMe/pipeline/permission';
import type { Run } from '../../../nodes/TextMe/pipeline/run';
import { ACCEPTED, failed } from '../../../nodes/sending/fate';
import type { Fate } from '../../../nodes/sending/fate';

test('every operation that does more than read says whether a model may do it', () => {
	const operations = resources.flatMap(({ operations: own }) => own);
	const guards = operations.filter(({ effect }) => effect !== 'read').map(({ guard }) => guard);
	expect(guards.length).toBeGreaterThan(15);
	for (const guard of guards) {
		const reason = guard && ('because' in guard ? guard.because : guard.harmless);
		expect(reason).toMatch(/^[a-z].{15,}[^.]$/);
	}
	const sends = operations.filter(({ effect }) => effect === 'send');
	expect(sends.filter((send) => !('message' in send || 'messages' in send))).toEqual([]);
});

test('tells a model of the fields that it fills in, and of no switch, list or password', () => {
	const fields = [
		...['string', 'number', 'dateTime', 'json', 'resourceLocator', 'boolean', 'options'],
		'password',
	].map((type) => ({
		...{ name: type, displayName: `A ${type}`, description: `About the ${type}`, default: '' },
		type: type === 'password' ? 'string' : type,
		typeOptions: type === 'password' ? { password: true } : {},
	}));
	const tool = { use: 'Do something new.', returns: 'nothing.' };
	const [description] = toolFields('new', { value: 'new', effect: 'read', tool, fields } as never);
	expect((description?.default as string).match(/A \w+: About the \w+\./g)).toEqual(
		['string', 'number', 'dateTime', 'json', 'resourceLocator'].map(
			(type) => `A ${type}: About the ${type}.`,
		),
	);
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
		read: () => ({}),
	};
	const guard = { harmless: 'it is never carried out' };
	const operations: Operation[] = [
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
		?.operations.find(({ value }) => value === 'send');

	/** What n8n keeps with the execution for all of its nodes. */
	let flow: Record<string, unknown>;
	beforeEach(() => (flow = {}));

	const refusal = (outcome: string) => failed({ message: '', context: { outcome } } as never);
	const OUTCOMES = {
		sent: ACCEPTED,
		skipped: { kind: 'skipped', why: 'sentBefore' },
		rejected: refusal('rejected'),
		unknown: refusal('unknown'),
	} satisfies Record<string, Fate>;

	type Given = [count: number, outcome: keyof typeof OUTCOMES, limit?: number];

	/** A call of a tool to some numbers, and what becomes of it. */
	function call(...[count, outcome, limit]: Given) {
		const node = {
			name: 'Send SMS',
			type: 'n8n-nodes-textme.textMeTool',
			parameters: { messageLimitSmsSend: limit },
		} as unknown as INode;
		const context = {
			getContext: (type: string) => (type === 'flow' ? flow : {}),
		} as unknown as IExecuteFunctions;
		const people = Array.from({ length: count }, (_, last) => ({ phone: `05011111${10 + last}` }));
		const to = { people, lists: [] };
		const item = {
			itemIndex: 0,
			value: { message: { source: 'MyShop', to, text: 'Hello', links: [] }, settings: {} },
			common: { simplify: true, timeoutSeconds: 60 },
			isDone: false,
		};
		const fates = new Fates();
		const known = { context, node, resource: 'sms', operation: send, goesOn: true };
		const run = { ...known, items: [item], fates } as unknown as Run;
		const permission = new Permission(run);
		const texts = textsIn(run.operation, item) ?? [];
		const allowed = permission.permitted(partsOfTexts(texts, run.items));
		if (allowed.length > 0) fates.note(0, OUTCOMES[outcome], texts);
		return { isSent: allowed.length > 0, settle: () => permission.settle() };
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

test('knows a call that a model repeats from another one', () => {
	const idOf = (json: IDataObject, values: IDataObject = { phones: '0501111111' }) =>
		toolCall({
			getInputData: () => [{ json }],
			getNode: () => ({ parameters: { phones: '={{ 1 }}', to: '={{ broken }}', fixed: null } }),
			getNodeParameter(name: string) {
				if (name in values) return values[name];
				throw new Error(`${name} cannot be read`);
			},
		} as unknown as IExecuteFunctions);
	const call = idOf({ message: 'Hello', toolCallId: '1' });
	expect(idOf({ message: 'Hello', toolCallId: '2' })).toBe(call);
	expect(idOf({ message: 'Goodbye', toolCallId: '1' })).not.toBe(call);
	expect(idOf({ message: 'Hello' }, { phones: '0502222222' })).not.toBe(call);
});
