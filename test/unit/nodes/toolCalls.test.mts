import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { toolFields } from '../../../nodes/TextMe/agent/tool';
import { toolCall } from '../../../nodes/TextMe/agent/toolCall';

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
	const [description] = toolFields({ value: 'new', effect: 'read', tool, fields } as never);
	expect(description?.default).toMatch(/^Do something new\. Free of charge/);
	expect((description?.default as string).match(/A \w+: About the \w+\./g)).toEqual(
		['string', 'number', 'dateTime', 'json', 'resourceLocator'].map(
			(type) => `A ${type}: About the ${type}.`,
		),
	);
});

describe('a call of a model', () => {
	const PARAMETERS = {
		phones: `={{ $fromAI (\n${' '.repeat(12)}'phones') }}`,
		...{
			source: "={{ $fromAI('source') }}",
			message: '={{ $now }}',
			to: '={{ broken }}',
			fixed: null,
		},
	};
	const PARENTS: Record<string, object[]> = {
		'Agent ai_languageModel': [{ name: 'Model' }],
		'Agent ai_tool': [{ name: 'Tool' }],
		'Review ai_tool': [{ name: 'Tool' }, { name: 'Other' }],
		'Start ai_tool': [{ name: 'Other' }],
	};
	const TO_DANA = { phones: '0501111111' };
	let now = 0;
	const called = (json: IDataObject, values: IDataObject = TO_DANA, source?: [string, number]) =>
		toolCall({
			getInputData: () => [{ json }],
			getNode: () => ({ name: 'Tool', parameters: PARAMETERS }),
			getNodeParameter(name: string) {
				if (name === 'message') return source ? now++ : 'Hello';
				if (name in values) return values[name];
				throw new Error(`${name} cannot be read`);
			},
			evaluateExpression: (text: string) => (text.includes('phones') ? values.phones : undefined),
			getExecuteData: () => ({
				source: source && { main: [{ previousNode: source[0], previousNodeRun: source[1] }] },
			}),
			getParentNodes: (name: string, { connectionType }: { connectionType: string }) =>
				PARENTS[`${name} ${connectionType}`] ?? [],
		} as unknown as IExecuteFunctions);

	test('is known when the model repeats it', () => {
		const idOf = (json: IDataObject, values?: IDataObject) => called(json, values).id;
		const call = idOf({ message: 'Hello', toolCallId: '1' });
		expect(idOf({ message: 'Hello', toolCallId: '2' })).toBe(call);
		expect(idOf({ message: 'Goodbye', toolCallId: '1' })).not.toBe(call);
		expect(idOf({ message: 'Hello' }, { phones: '0502222222' })).not.toBe(call);
	});

	test('has one approval, whichever item of the agent n8n carries it out for, and when', () => {
		const approved = (name: string, toolCallId: string, run = 0, values = TO_DANA) =>
			called({ name, toolCallId }, values, ['Review', run]).approval;
		const first = approved('Dana', '1');
		expect(first).toBeDefined();
		expect(approved('Omer', '1')).toBe(first);
		expect(approved('Dana', '2')).not.toBe(first);
		// Some models count their calls anew in each turn, or for each item.
		expect(approved('Dana', '1', 1)).not.toBe(first);
		expect(approved('Dana', '1', 0, { phones: '0502222222' })).not.toBe(first);
		for (const node of ['Agent', 'Start']) {
			expect(called({ toolCallId: '1' }, TO_DANA, [node, 0]).approval).toBeUndefined();
		}
		expect(called({ toolCallId: '1' }).approval).toBeUndefined();
	});
});
