import type { N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import type { ScriptedModel } from '../../../demo/scriptedModel.mts';
import { chosen, type Credential } from './byHand.mts';
import { node } from './triggerWorkflow.mts';

type Node = WorkflowFile['nodes'][number];

export const AGENT = 'AI Agent';

/** The agent of version 2 calls its tools itself; for version 3, n8n runs them. */
export type AgentVersion = 2.2 | 3;

/** A credential of n8n's OpenAI Chat Model node for a scripted model. */
export async function createModelCredential(rest: N8nRest, { credential }: ScriptedModel) {
	const name = 'Scripted model';
	const { id } = await rest.createCredential(name, 'openAiApi', { ...credential, header: false });
	return { id, name };
}

export const tool = (
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
	more: Partial<Node> = {},
): Node =>
	node(name, 'n8n-nodes-textme.textMeTool', parameters, {
		credentials: { textMeApi: credential },
		...more,
	});

/** The expression that the editor writes for a field that the model fills in. */
export const fromAi = (field: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${field}', \`\`, 'string') }}`;

export function agentWorkflow(
	model: Credential,
	tools: Node[],
	typeVersion: AgentVersion = 3,
): WorkflowFile {
	const start = node('Start', 'n8n-nodes-base.manualTrigger');
	const agent = node(
		AGENT,
		'@n8n/n8n-nodes-langchain.agent',
		{ promptType: 'define', text: 'Do what you are asked to.' },
		{ typeVersion },
	);
	const chatModel = node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		{ model: chosen('scripted') },
		{ typeVersion: 1.2, credentials: { openAiApi: model } },
	);
	const toAgent = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
	return {
		name: 'Agent',
		nodes: [start, agent, chatModel, ...tools],
		connections: {
			Start: toAgent('main'),
			Model: toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, toAgent('ai_tool')])),
		},
		settings: { executionOrder: 'v1' },
	};
}
