import { resolveWebhookDescriptionField, Workflow } from 'n8n-workflow';
import type { INode, INodeParameters, INodeTypes, IWebhookDescription } from 'n8n-workflow';
import { webhookDescriptionIsNativelyResolvable } from 'n8n-workflow';
import { TextMeTrigger } from '../../../nodes/TextMeTrigger/TextMeTrigger.node';

const trigger = new TextMeTrigger();
const webhooks = trigger.description.webhooks as IWebhookDescription[];

const PARAMETERS: INodeParameters[] = [
	{},
	{ more: {} },
	{ more: { path: '' } },
	{ more: { path: 'replies' } },
	{ acknowledge: 'received' },
	{ acknowledge: 'finished', more: { path: 'replies/of-customers' } },
];
const FIELDS = ['path', 'responseMode'] as const;

test('n8n needs no expression engine to read where a push goes', () => {
	expect(webhooks.map(webhookDescriptionIsNativelyResolvable)).toEqual([true, true]);
});

test.each(
	webhooks.flatMap((webhook) =>
		PARAMETERS.flatMap((parameters) => FIELDS.map((field) => ({ webhook, parameters, field }))),
	),
)('$field of "$webhook.name" is the same in every n8n, with $parameters', (row) => {
	const { webhook, parameters, field } = row;
	const node: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: 'n8n-nodes-textme.textMeTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes = { getByNameAndVersion: () => trigger } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const own = workflow.getNode('Trigger') as INode;
	const evaluated = workflow.expression.getSimpleParameterValue(own, webhook[field], 'webhook', {});
	const resolved = resolveWebhookDescriptionField(own, webhook, field);
	expect(resolved.resolved ? resolved.value : webhook[field]).toEqual(evaluated);
});
