import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { RunParameters } from '../../../nodes/TextMe/parameters/runParameters';
import { Parameters } from '../../../nodes/TextMe/parameters/parameters';

const TRIGGER = { name: 'Trigger', type: 'n8n-nodes-textme.textMeTrigger' };

/** Events of strangers, in a run of Reply behind the trigger. Counts how often an event's phone is read. */
function run(count: number) {
	let reads = 0;
	const events = Array.from({ length: count }, (_, n) => ({
		event: 'incomingMessage',
		get phone() {
			reads++;
			return `x${n}${'-'.repeat(900)}`;
		},
	}));
	const items = events.map((json) => ({ json: json as IDataObject }));
	const context = {
		getNode: () => ({ name: 'Reply', type: 'n8n-nodes-textme.textMe', parameters: {} }),
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: '1' }),
		getExecuteData: () => ({ source: { main: [{ previousNode: TRIGGER.name }] } }),
		getParentNodes: () => [TRIGGER],
		getWorkflowDataProxy: (index: number) => ({
			$: () => ({ isExecuted: true, all: () => items, item: items[index] }),
			$runIndex: 0,
		}),
	} as unknown as IExecuteFunctions;
	const parameters = new RunParameters(context, undefined, () => []);
	const answered = events.map(
		(event, n) => new Parameters(parameters, n, event as IDataObject, false).answered,
	);
	return { answered, events, reads };
}

test('reads each event of a run a few times, however many strangers sent', () => {
	const { answered, events, reads } = run(500);
	expect(answered).toEqual(events.map((message) => ({ message })));
	expect(reads / events.length).toBeLessThan(20);
});

const from = (phone: string) => ({ event: 'incomingMessage', eventId: phone, phone, to: '0559' });
const PEOPLE = ['0501', '0502', '0503'].map(from);
const [FIRST, ...OTHERS] = PEOPLE;
const items = (...events: IDataObject[]) => events.map((json) => ({ json }));

/** The items of each output of the nodes before an agent, and what differs. */
interface Way {
	before?: Record<string, INodeExecutionData[][]>;
	/** Connections into the agent: a node's output. */
	into?: Array<[string, number]>;
	hasUsedTool?: boolean;
	pairedItem?: INodeExecutionData['pairedItem'];
	nodes?: string[];
	item?: IDataObject;
}

/** The message that Reply answers behind an agent, whose item n8n pairs with the first person. */
function answeredBehindAgent({
	before = { Switch: [items(FIRST as IDataObject), items(...OTHERS)] },
	into = [['Switch', 1]],
	hasUsedTool = true,
	pairedItem = { item: 1 },
	nodes = ['agent'],
	item = { output: 'Yes' },
}: Way) {
	const seen = (name: string) => ({
		isExecuted: name === 'Trigger' || (name === 'Tool' && hasUsedTool),
		item:
			name === 'agent' ? { json: { output: 'Yes' }, pairedItem } : items(FIRST as IDataObject)[0],
		all: (output = 0) => {
			if (name === 'Trigger') return items(...PEOPLE);
			const all = before[name]?.[output];
			if (!all) throw new Error('No such output');
			return all;
		},
	});
	const parents = [TRIGGER, ...nodes.map((name) => ({ name, type: `x.${name}` })).reverse()];
	const context = {
		getNode: () => ({ name: 'Reply', type: 'n8n-nodes-textme.textMe', parameters: {} }),
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: '1' }),
		getExecuteData: () => ({ source: { main: [{ previousNode: nodes[0] }] } }),
		getParentNodes: () => parents,
		getConnections: (_: unknown, type: string) => [
			type === 'main'
				? into.map(([node, index]) => ({ node, index }))
				: [{ node: 'Tool', index: 0 }],
		],
		getWorkflowDataProxy: () => ({ $: seen, $runIndex: 0 }),
	} as unknown as IExecuteFunctions;
	const parameters = new RunParameters(context, undefined, () => []);
	const answered = new Parameters(parameters, 0, item, false).answered;
	return 'message' in answered ? answered.message.phone : answered.unknown;
}

test.each<[string, Way, unknown]>([
	['at its place in the second output', {}, '0503'],
	['at its place, given as a number', { pairedItem: 0 }, '0502'],
	['and not the event that the item names', { item: { eventId: '0501' } }, '0503'],
	['of somebody else whom the item names', { item: from('0509') }, '0509'],
	['that n8n pairs, where no tool was used', { hasUsedTool: false }, '0501'],
	['that n8n pairs, at the first output', { into: [['Switch', 0]] }, '0501'],
	['that n8n pairs, behind a loop', { nodes: ['splitInBatches', 'agent'] }, '0501'],
	[
		'of the one node that has run',
		{
			into: [
				['Off', 0],
				['Switch', 1],
			],
		},
		'0503',
	],
	[
		'that nobody can tell, of two outputs',
		{
			into: [
				['Switch', 0],
				['Switch', 1],
			],
		},
		expect.stringMatching(/^cannot tell .* 'agent' answers, .* No Operation node before 'agent'/),
	],
	[
		'that nobody can tell, without its fields',
		{ before: { Switch: [[], items({ text: 'Hi' })] }, pairedItem: 0 },
		expect.stringMatching(/^cannot tell/),
	],
])('behind an agent, answers the message %s', (_, way, expected) => {
	expect(answeredBehindAgent(way)).toEqual(expected);
});
