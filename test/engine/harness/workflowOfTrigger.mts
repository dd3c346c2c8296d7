import {
	Workflow,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

export interface TriggerWorkflow {
	id: string;
	trigger: INode;
	triggerType: INodeType;
	after?: (items: INodeExecutionData[]) => Promise<void> | void;
}

const AFTER = 'After';

export function workflowOfTrigger({ id, trigger, triggerType, after }: TriggerWorkflow): Workflow {
	const behind = { main: [[{ node: AFTER, type: 'main' as const, index: 0 }]] };
	return new Workflow({
		id,
		name: 'Test',
		active: true,
		nodeTypes: onlyTypes({
			[trigger.type]: triggerType,
			'test.after': nodeThat(after),
		}),
		nodes: [
			trigger,
			{
				id: 'after',
				name: AFTER,
				type: 'test.after',
				typeVersion: 1,
				position: [200, 0],
				parameters: {},
			},
		],
		connections: { [trigger.name]: behind },
		settings: { executionOrder: 'v1' },
	});
}

function onlyTypes(types: Record<string, INodeType>): INodeTypes {
	const nodeType = (name: string): INodeType => {
		const type = types[name];
		if (!type) throw new Error(`No node type ${name}`);
		return type;
	};
	return { getByName: nodeType, getByNameAndVersion: nodeType, getKnownTypes: () => ({}) };
}

const nodeThat = (after: TriggerWorkflow['after']): INodeType => ({
	description: {
		displayName: AFTER,
		name: 'after',
		group: ['transform'],
		version: 1,
		description: 'What the workflow does',
		defaults: { name: AFTER },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		const items = this.getInputData();
		await after?.(items);
		return [items];
	},
});
