import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

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
const PEOPLE = ['0501', '0502'].map(from);

/** What differs behind an agent of version 3 that has used a tool, and gets its items from a second output. */
interface Way {
	people?: IDataObject[];
	output?: number;
	hasUsedTool?: boolean;
	version?: number;
	comesFromAgent?: boolean;
	item?: IDataObject;
}

/** The message that Reply answers behind an agent, whose item n8n pairs with the first person. */
function answeredBehindAgent({
	people = PEOPLE,
	output = 1,
	hasUsedTool = true,
	version = 3.1,
	comesFromAgent = true,
	item = { output: 'Yes' },
}: Way) {
	const seen = (name: string) => ({
		isExecuted: name === 'Trigger' || (name === 'Tool' && hasUsedTool),
		item: name !== 'Agent' ? { json: people[0] } : comesFromAgent ? { json: item } : undefined,
		all: () => people.map((json) => ({ json })),
	});
	const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: version };
	const context = {
		getNode: () => ({ name: 'Reply', type: 'n8n-nodes-textme.textMe', parameters: {} }),
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: '1' }),
		getExecuteData: () => ({ source: { main: [{ previousNode: 'Agent' }] } }),
		getParentNodes: () => [TRIGGER, agent],
		getConnections: (_: unknown, type: string) =>
			type === 'main'
				? [[{ node: 'If', index: 0 }], [{ node: 'If', index: output }], null]
				: [[{ node: 'Tool', index: 0 }]],
		getWorkflowDataProxy: () => ({ $: seen, $runIndex: 0 }),
	} as unknown as IExecuteFunctions;
	const parameters = new RunParameters(context, undefined, () => []);
	const answered = new Parameters(parameters, 0, item, false).answered;
	return 'message' in answered ? answered.message.phone : answered.unknown;
}

const LOST: unknown = expect.stringMatching(
	/^cannot tell .* 'Agent' answers, .* between 'Agent' and the node before it, put a No Operation/,
);
test.each<[string, Way, unknown]>([
	['to no message, which n8n has lost', {}, LOST],
	['to no message, though it names somebody who wrote', { item: { eventId: '0502' } }, LOST],
	['to somebody else whom it names', { item: from('0509') }, '0509'],
	['to the only person who wrote', { people: [from('0502')] }, '0502'],
	['to the paired message at the first output', { output: 0 }, '0501'],
	['to the paired message, where no tool has run', { hasUsedTool: false }, '0501'],
	['to the paired message of an older agent', { version: 2.2 }, '0501'],
	['to the paired message, past the agent', { comesFromAgent: false }, '0501'],
])('behind an agent, an item belongs %s', (_, way, expected) => {
	expect(answeredBehindAgent(way)).toEqual(expected);
});
