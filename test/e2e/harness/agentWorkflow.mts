import type { WorkflowFile } from '../../../demo/n8nRest.mts';
import { startScriptedModel, type ScriptedModel, type Turn } from '../../../demo/scriptedModel.mts';
import { chosen, type Credential } from './byHand.mts';
import { withSharedN8n, type Shared } from './realN8n.mts';
import { createTextMeCredential, node } from './triggerWorkflow.mts';

type Node = WorkflowFile['nodes'][number];

export const AGENT = 'AI Agent';

/** Version 2 of the agent calls its tools itself, version 3 has n8n run them. */
type AgentVersion = 2.2 | 3;

export interface Agents extends Shared {
	model: ScriptedModel;
	textMeApi: Credential;
	/** For n8n's OpenAI Chat Model node. */
	openAiApi: Credential;
}

/** Runs `work` in the n8n that scenarios share, with a model that follows a script. */
export const withAgents = (work: (agents: Agents) => Promise<void>) =>
	withSharedN8n(async (real) => {
		const model = await startScriptedModel();
		try {
			const textMeApi = await createTextMeCredential(real.rest, real.sandbox);
			await work({ ...real, model, textMeApi, openAiApi: await modelCredential(real, model) });
		} finally {
			await model.close();
		}
	});

export async function modelCredential(
	{ rest }: Pick<Shared, 'rest'>,
	{ credential }: ScriptedModel,
) {
	const name = 'Scripted model';
	const { id } = await rest.createCredential(name, 'openAiApi', { ...credential, header: false });
	return { id, name };
}

export const callOf = (tool: string, given: Record<string, unknown> = {}): Turn => ({
	calls: [{ tool, with: given }],
});

/** The editor's expression for a field that the model fills in. */
export const fromAi = (field: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${field}', \`\`, 'string') }}`;

/** SMS Send, as the editor adds it to an agent. */
export const SEND = {
	...{ resource: 'sms', operation: 'send', source: chosen('TextMe') },
	...{ phones: fromAi('Phone_Numbers'), message: fromAi('Message') },
};

export const tool = (
	name: string,
	textMeApi: Credential,
	parameters: Record<string, unknown>,
	more: Partial<Node> = {},
): Node =>
	node(name, 'n8n-nodes-textme.textMeTool', parameters, { credentials: { textMeApi }, ...more });

export function agentWorkflow(
	openAiApi: Credential,
	tools: Node[],
	typeVersion: AgentVersion = 3,
): WorkflowFile {
	const toAgent = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
	return {
		name: 'Agent',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			node(
				AGENT,
				'@n8n/n8n-nodes-langchain.agent',
				{ promptType: 'define', text: 'Do what you are asked to.' },
				{ typeVersion },
			),
			modelNode(openAiApi),
			...tools,
		],
		connections: {
			Start: toAgent('main'),
			Model: toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, toAgent('ai_tool')])),
		},
		settings: { executionOrder: 'v1' },
	};
}

export const modelNode = (openAiApi: Credential): Node =>
	node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		{ model: chosen('scripted') },
		{ typeVersion: 1.2, credentials: { openAiApi } },
	);
