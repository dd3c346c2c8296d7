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

/** What differs behind an agent of version 3 with a tool, which has one No Operation before it. */
interface Way {
	people?: IDataObject[];
	/** The nodes that lead to the agent, with the number of their output. */
	before?: Array<[string, number]>;
	/** How often they have run, while the agent has run twice. */
	runs?: number;
	tools?: Array<{ node: string; index: number }>;
	version?: number;
	isPinned?: boolean;
	comesFromAgent?: boolean;
	item?: IDataObject;
}

/** The message that Reply answers behind an agent, whose item n8n pairs with the first person. */
function answeredBehindAgent({
	people = PEOPLE,
	before = [['Pass', 0]],
	runs = 2,
	tools = [{ node: 'Tool', index: 0 }],
	version = 3.1,
	isPinned = false,
	comesFromAgent = true,
	item = { output: 'Yes' },
}: Way) {
	const seen = (name: string) => ({
		isExecuted: name === 'Trigger',
		item: name !== 'Agent' ? { json: people[0] } : comesFromAgent ? { json: item } : undefined,
		all: (_: number, run = 0) => {
			if (!isPinned && run >= (name === 'Agent' ? 2 : runs)) throw new Error('No such run');
			return people.map((json) => ({ json }));
		},
	});
	const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: version };
	const context = {
		getNode: () => ({ name: 'Reply', type: 'n8n-nodes-textme.textMe', parameters: {} }),
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: '1' }),
		getExecuteData: () => ({ source: { main: [{ previousNode: 'Agent' }] } }),
		getParentNodes: () => [TRIGGER, agent],
		getConnections: (_: unknown, type: string) =>
			type === 'main' ? [before.map(([node, index]) => ({ node, index })), null] : [tools],
		getWorkflowDataProxy: () => ({ $: seen, $runIndex: 0 }),
	} as unknown as IExecuteFunctions;
	const parameters = new RunParameters(context, undefined, () => []);
	const answered = new Parameters(parameters, 0, item, false).answered;
	return 'message' in answered ? answered.message.phone : answered.unknown;
}

const SECOND: Array<[string, number]> = [['If', 1]];
const LOST: unknown = expect.stringMatching(
	/^cannot tell .* 'Agent' answers, .* put one No Operation node directly before 'Agent', and connect/,
);
test.each<[string, Way, unknown]>([
	['to the paired message, with one No Operation before it', {}, '0501'],
	['to the paired message, behind a pinned node', { isPinned: true, runs: 9 }, '0501'],
	['to no message, behind a second output', { before: SECOND }, LOST],
	[
		'to no message, behind two nodes',
		{
			before: [
				['A', 0],
				['B', 0],
			],
		},
		LOST,
	],
	['to no message, behind a node that has run more often', { runs: 3 }, LOST],
	['to no message, behind nothing', { before: [] }, LOST],
	['to no message, though it names who wrote', { before: SECOND, item: from('0502') }, LOST],
	['to somebody else whom it names', { before: SECOND, item: from('0509') }, '0509'],
	['to the only person who wrote', { before: SECOND, people: [from('0502')] }, '0502'],
	['to the paired message, where it has no tool', { before: SECOND, tools: [] }, '0501'],
	['to the paired message of an older agent', { before: SECOND, version: 2.2 }, '0501'],
	['to the paired message, past the agent', { before: SECOND, comesFromAgent: false }, '0501'],
])('behind an agent, an item belongs %s', (_, way, expected) => {
	expect(answeredBehindAgent(way)).toEqual(expected);
});
