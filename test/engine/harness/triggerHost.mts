import { PollContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWebhookData,
	type IWebhookResponseData,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { fakeExchange, type PushRequest } from './fakeExchange.mts';
import { checkNames } from './knownParameters.mts';
import { noteStep } from './lastRun.mts';
import { logOutput } from './outputLog.mts';
import { packageLoader } from './packageLoader.mts';
import { additionalData } from './runNode.mts';
import { withExpressions } from './withExpressions.mts';

export interface HostOptions {
	type: 'textMeTrigger' | 'textMePollingTrigger';
	parameters?: INodeParameters;
	credentials?: ICredentialDataDecryptedObject;
	workflowId: string;
	nodeId?: string;
	/** No shared module state, like another process of the same n8n, or after a restart. */
	isolated?: boolean;
	/** The address of n8n's webhooks. */
	webhookBaseUrl?: string;
}

export type Delivery = Awaited<ReturnType<TriggerHost['deliver']>>;

const NODE = 'TextMe Trigger';
const NODE_IDS = {
	textMeTrigger: 'd2f0c5b0-7d3c-4c55-9d8f-0e9f6a6d1c01',
	textMePollingTrigger: 'd2f0c5b0-7d3c-4c55-9d8f-0e9f6a6d1c02',
};
const TYPE_VERSIONS = { textMeTrigger: 2, textMePollingTrigger: 1 };
let executions = 0;

/** A workflow of one trigger, run by n8n's engine as n8n's server does (2.41.1). */
export class TriggerHost {
	private readonly node: INode;
	/** n8n's static data of the node, by name. */
	readonly staticData: IDataObject = {};

	private constructor(
		private readonly options: HostOptions,
		private readonly nodeType: INodeType,
	) {
		this.node = {
			id: options.nodeId ?? NODE_IDS[options.type],
			webhookId: '1a8f6c6e-6f0e-4b62-9c3d-0a5b7c9d1e02',
			name: NODE,
			type: `n8n-nodes-textme.${options.type}`,
			typeVersion: TYPE_VERSIONS[options.type],
			position: [0, 0],
			parameters: options.parameters ?? {},
			credentials: { textMeApi: { id: '1', name: 'TextMe' } },
		};
	}

	static async start(options: HostOptions): Promise<TriggerHost> {
		const { nodeTypes } = await packageLoader(options.isolated);
		const loaded = nodeTypes[options.type];
		if (!loaded) throw new Error(`No node type ${options.type} in the built package`);
		const nodeType = loaded.type as INodeType;
		checkNames(nodeType.description.properties, options.parameters ?? {});
		return new TriggerHost(options, nodeType);
	}

	/** A request to the webhook. Returns the answer, and the execution, if it started one. */
	async deliver(request: PushRequest, mode: WorkflowExecuteMode = 'webhook') {
		const { received, exchange } = this.request(request, mode);
		const { workflowData } = await received;
		const run = workflowData && this.execute(workflowData, mode);
		return { ...(await exchange.answered), run };
	}

	/** A request to the webhook without the execution. Returns the items that n8n stores for it. */
	async receive(request: PushRequest): Promise<INodeExecutionData[][]> {
		return (await this.request(request).received).workflowData ?? [];
	}

	/** Begins a request to the webhook. Its exchange is usable during the request. */
	request(request: PushRequest, mode: WorkflowExecuteMode = 'webhook') {
		const exchange = fakeExchange(request);
		noteStep(
			`The trigger got a ${request.method ?? 'POST'}:`,
			request.body?.toString() ?? request.query,
		);
		const workflow = this.workflow();
		const context = new WebhookContext(
			workflow,
			this.node,
			{
				...this.additionalData(workflow),
				...(this.options.webhookBaseUrl && { webhookBaseUrl: this.options.webhookBaseUrl }),
				...{ httpRequest: exchange.request, httpResponse: exchange.response },
			},
			mode,
			{ webhookDescription: { name: 'default' } } as IWebhookData,
			[],
			null,
		);
		const received = withExpressions(
			workflow,
			async () => (await this.nodeType.webhook?.call(context)) as IWebhookResponseData,
		);
		return { received, exchange };
	}

	async poll(): Promise<IRun | null> {
		const found = await this.find();
		return found === null ? null : await this.execute(found, 'trigger');
	}

	/** One poll, without the execution. */
	async find(): Promise<INodeExecutionData[][] | null> {
		const workflow = this.workflow();
		const context = new PollContext(
			workflow,
			this.node,
			this.additionalData(workflow),
			'trigger',
			'update',
			undefined,
			undefined,
			undefined,
			undefined,
			() => this.staticData,
		);
		const found = await withExpressions(
			workflow,
			async () => (await this.nodeType.poll?.call(context)) ?? null,
		);
		noteStep(`The trigger polled, and found ${found?.[0]?.length ?? 0} events.`);
		return found;
	}

	/** Starts the workflow like the editor's button of a polling trigger. */
	async runManually(): Promise<IRun> {
		return await this.execute([[{ json: {} }]], 'manual');
	}

	async execute(main: INodeExecutionData[][], mode: WorkflowExecuteMode): Promise<IRun> {
		const workflow = this.workflow();
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					// As read back from n8n's database.
					{ node: this.node, data: { main: structuredClone(main) }, source: null },
				],
			},
		});
		const additional = this.additionalData(workflow, `${workflow.id}-${++executions}`);
		const run = await withExpressions(workflow, async () => {
			const execution = new WorkflowExecute(additional, mode, data);
			return await execution.processRunExecutionData(workflow);
		});
		const events = eventsOf(run);
		noteStep(`Its execution (${mode}) is a ${run.status} with ${events.length} events:`, events[0]);
		logOutput(this.options.type, this.node.parameters, events);
		return run;
	}

	private additionalData(workflow: Workflow, executionId?: string) {
		const { credentials = {} } = this.options;
		return additionalData({ parameters: {}, credentials, executionId }, workflow);
	}

	private workflow(): Workflow {
		const type = () => this.nodeType;
		return new Workflow({
			...{ id: this.options.workflowId, name: 'Test', active: true },
			...{ nodes: [this.node], connections: {}, settings: { executionOrder: 'v1' } },
			nodeTypes: { getByName: type, getByNameAndVersion: type, getKnownTypes: () => ({}) },
		});
	}
}

export function eventsOf(run: IRun | null | undefined): IDataObject[] {
	const task = run?.data.resultData.runData[NODE]?.at(-1);
	return (task?.data?.main?.[0] ?? []).map(({ json }) => json);
}
