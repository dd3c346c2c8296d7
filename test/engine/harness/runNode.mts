import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IRun,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
	IWorkflowSettings,
} from 'n8n-workflow';
import { CredentialsOf } from './credentialsOf.mts';
import { checkNames } from './knownParameters.mts';
import { textMePackage } from './textMePackage.mts';
import { withExpressions } from './withExpressions.mts';

export interface NodeRun {
	parameters: INodeParameters;
	credentials: ICredentialDataDecryptedObject;
	/** Input items; default: one empty item. */
	items?: IDataObject[];
	/** How many runs of the node are due at the same time, as when both outputs of an If lead to it; default: 1. */
	due?: number;
	/** Input items of each round of a loop, in one execution. */
	passes?: IDataObject[][];
	/** A TextMe Trigger's output, from which another node made the input items. */
	triggered?: IDataObject[];
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	executionId?: string;
	/** `trigger` for a published workflow; default: a test in the editor. */
	mode?: WorkflowExecuteMode;
	workflowId?: string;
	settings?: IWorkflowSettings;
	type?: string;
	executeWorkflow?: IWorkflowExecuteAdditionalData['executeWorkflow'];
	/** Base address of links to waiting executions. */
	webhookWaitingBaseUrl?: string;
	/** A failed execution that a person retries. */
	retryOf?: IRun;
	/** Resolves when a person stops the execution. */
	stopped?: Promise<unknown>;
	/** Receives what the editor writes to the browser console during the run. */
	toConsole?: (text: string) => void;
}

export type NodeResult = ReturnType<typeof resultOf>;

export async function runNode(options: NodeRun): Promise<NodeResult> {
	const workflow = await workflowWith(options);
	const items = (options.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } }));
	const run = await withExpressions(workflow, async () => {
		if (options.retryOf) return await retried(options, workflow, options.retryOf);
		const execution = new WorkflowExecute(
			additionalData(options, workflow),
			options.mode ?? 'manual',
		).run({
			workflow,
			startNode: workflow.getNode(options.triggered ? 'Trigger' : 'Start') ?? undefined,
			pinData: {
				Start: items,
				Trigger: (options.triggered ?? []).map((json) => ({ json })),
				...Object.fromEntries(
					(options.passes ?? []).map((pass, n) => [nameOf(n), pass.map((json) => ({ json }))]),
				),
			},
		});
		void options.stopped?.then(() => execution.cancel());
		return await execution;
	});
	return resultOf(run);
}

/** Continues an execution at its failed node, as n8n does with the saved workflow. */
async function retried(options: NodeRun, workflow: Workflow, { data }: IRun): Promise<IRun> {
	const { lastNodeExecuted = '' } = data.resultData;
	data.resultData.runData[lastNodeExecuted]?.pop();
	delete data.resultData.error;
	for (const stacked of data.executionData?.nodeExecutionStack ?? []) {
		stacked.node = workflow.getNode(stacked.node.name) ?? stacked.node;
	}
	const execute = new WorkflowExecute(additionalData(options, workflow), 'retry', data);
	return await execute.processRunExecutionData(workflow);
}

const nameOf = (pass: number) => `Pass ${pass}`;

const nodeOf = (name: string, position: [number, number]): INode => ({
	...{ id: name, name, type: 'test.start', typeVersion: 1, position, parameters: {} },
});

export async function workflowWith(options: NodeRun): Promise<Workflow> {
	const { nodeTypes } = await textMePackage();
	const toNode = { node: 'TextMe', type: 'main' as const, index: 0 };
	const { due = 1 } = options;
	const passes = (options.passes ?? []).map((_, n) => nameOf(n));
	const { type = 'n8n-nodes-textme.textMe' } = options;
	const parameters = { options: {}, ...options.parameters };
	checkNames(nodeTypes.getByNameAndVersion(type, 1).description.properties, parameters);
	const node: INode = {
		...nodeOf('TextMe', [200, 0]),
		id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
		type,
		parameters,
		credentials: { textMeApi: { id: '1', name: 'TextMe' } },
		onError: options.onError,
		retryOnFail: options.retryOnFail,
		maxTries: options.maxTries,
		waitBetweenTries: 1,
	};
	return new Workflow({
		id: options.workflowId ?? 'workflow1',
		name: 'Test',
		active: false,
		nodeTypes,
		nodes: [
			nodeOf('Start', [0, 0]),
			{ ...nodeOf('Trigger', [-200, 0]), type: 'n8n-nodes-textme.textMeTrigger', typeVersion: 2 },
			// n8n runs branches from top to bottom.
			...passes.map((name, n) => nodeOf(name, [100, n * 100])),
			node,
		],
		connections: {
			Trigger: { main: [[{ node: 'Start', type: 'main', index: 0 }]] },
			Start: options.passes
				? { main: [passes.map((name) => ({ node: name, type: 'main' as const, index: 0 }))] }
				: { main: [Array.from({ length: due }, () => toNode)] },
			...Object.fromEntries(passes.map((name) => [name, { main: [[toNode]] }])),
		},
		settings: { executionOrder: 'v1', ...options.settings },
	});
}

/** What came out of the node, and the whole run, as n8n stores it. */
function resultOf(run: IRun) {
	const { runData, error } = run.data.resultData;
	const task = runData.TextMe?.at(-1);
	const [items, errors] = task?.data?.main ?? [];
	const hints = (task?.hints ?? []).map(({ message }) => message);
	return { items: items ?? [], errors: errors ?? [], error, hints, run };
}

let retries = 0;

/** The data that n8n gives an execution besides the workflow. */
export function additionalData(
	{
		credentials,
		retryOf,
		// A retry is a new execution.
		executionId = retryOf ? String(1042 + ++retries) : '1042',
		executeWorkflow,
		webhookWaitingBaseUrl = 'http://localhost:5678/webhook-waiting',
		toConsole,
	}: NodeRun,
	workflow: Workflow,
): IWorkflowExecuteAdditionalData {
	const { id } = workflow;
	const hooks = new ExecutionLifecycleHooks('manual', executionId, { id } as IWorkflowBase);
	return {
		credentialsHelper: new CredentialsOf(credentials),
		executionId,
		executeWorkflow,
		currentNodeExecutionIndex: 0,
		hooks,
		variables: {},
		webhookBaseUrl: 'http://localhost:5678/webhook',
		webhookWaitingBaseUrl,
		formWaitingBaseUrl: 'http://localhost:5678/form-waiting',
		sendDataToUI: (type: string, { messages }: { messages: string[] }) => {
			if (type === 'sendConsoleMessage') toConsole?.(messages.join(' '));
		},
		setExecutionStatus: () => undefined,
	} as unknown as IWorkflowExecuteAdditionalData;
}
