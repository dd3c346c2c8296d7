import { PackageDirectoryLoader, PollContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWebhookData,
	type IWebhookResponseData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import path from 'node:path';

import { fakeExchange, type PushRequest } from './fakeExchange.mts';
import { logOutput } from './outputLog.mts';
import { additionalData } from './runNode.mts';

export interface HostOptions {
	type: 'textMeTrigger' | 'textMePollingTrigger';
	parameters?: INodeParameters;
	credentials?: ICredentialDataDecryptedObject;
	/** What the node behind the trigger does with its items. */
	after?: (items: INodeExecutionData[]) => Promise<void> | void;
	workflowId?: string;
	/** Another process of the same n8n, or the same after a restart: none of our module state is shared. */
	isolated?: boolean;
}

export interface Delivery {
	status: number;
	body: string;
	/** What the workflow put out, if it ran. */
	run?: Promise<IRun>;
	/** Whether the node left the answer to n8n. */
	answeredByN8n: boolean;
}

const NODE = 'TextMe Trigger';
const AFTER = 'After';

/** A workflow of one trigger and one node behind it, run by n8n's engine as n8n's server does (2.41.1). */
export class TriggerHost {
	private readonly nodeType: INodeType;
	private readonly node: INode;
	readonly staticData: IDataObject = {};
	private executions = 0;

	private constructor(
		private readonly options: HostOptions,
		loader: PackageDirectoryLoader,
	) {
		const loaded = loader.nodeTypes[options.type];
		if (!loaded) throw new Error(`No node type ${options.type} in the built package`);
		this.nodeType = loaded.type as INodeType;
		this.node = {
			id: 'd2f0c5b0-7d3c-4c55-9d8f-0e9f6a6d1c01',
			webhookId: '1a8f6c6e-6f0e-4b62-9c3d-0a5b7c9d1e02',
			name: NODE,
			type: `n8n-nodes-textme.${options.type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: options.parameters ?? {},
			credentials: { textMeApi: { id: '1', name: 'TextMe' } },
		};
	}

	static async start(options: HostOptions): Promise<TriggerHost> {
		return new TriggerHost(options, await load(options.isolated));
	}

	/** A request to the webhook, and the execution it starts. */
	async deliver(request: PushRequest, mode: WorkflowExecuteMode = 'webhook'): Promise<Delivery> {
		const { received, exchange } = this.webhook(request, mode);
		const result = await received;
		const { answer } = exchange;
		const answeredByN8n = answer === undefined;
		if (result.workflowData === undefined) return { ...(answer ?? NOTHING), answeredByN8n };
		const run = this.execute(result.workflowData, mode);
		return { ...(answer ?? NOTHING), answeredByN8n, run };
	}

	/** A request to the webhook alone: the items n8n stores, for whoever runs the workflow. */
	async receive(request: PushRequest): Promise<INodeExecutionData[][]> {
		return (await this.webhook(request, 'webhook').received).workflowData ?? [];
	}

	private webhook(request: PushRequest, mode: WorkflowExecuteMode) {
		const exchange = fakeExchange(request);
		const workflow = this.workflow();
		const context = new WebhookContext(
			workflow,
			this.node,
			{
				...this.additionalData(workflow),
				...{ httpRequest: exchange.request, httpResponse: exchange.response },
			},
			mode,
			{ webhookDescription: { name: 'default' } } as IWebhookData,
			[],
			null,
		);
		const received = this.isolate(
			workflow,
			async () => (await this.nodeType.webhook?.call(context)) as IWebhookResponseData,
		);
		return { received, exchange };
	}

	/** One poll, and the execution it starts. */
	async poll(): Promise<IRun | null> {
		const found = await this.find();
		return found === null ? null : await this.execute(found, 'trigger');
	}

	/** One poll alone. */
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
		return await this.isolate(
			workflow,
			async () => (await this.nodeType.poll?.call(context)) ?? null,
		);
	}

	/** As the editor's button of a polling trigger does. */
	async runManually(): Promise<IRun> {
		return await this.execute([[{ json: {} }]], 'manual');
	}

	async execute(main: INodeExecutionData[][], mode: WorkflowExecuteMode): Promise<IRun> {
		const workflow = this.workflow();
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					// As it comes back from n8n's database.
					{ node: this.node, data: { main: structuredClone(main) }, source: null },
				],
			},
		});
		const executionId = `${this.options.workflowId ?? 'workflow1'}-${++this.executions}`;
		const additional = this.additionalData(workflow, executionId);
		const run = await this.isolate(
			workflow,
			async () =>
				await new WorkflowExecute(additional, mode, data).processRunExecutionData(workflow),
		);
		logOutput(this.options.type, this.node.parameters, eventsOf(run));
		return run;
	}

	private additionalData(workflow: Workflow, executionId?: string) {
		const { credentials = {} } = this.options;
		return additionalData({ parameters: {}, credentials, executionId }, workflow);
	}

	private async isolate<T>(workflow: Workflow, work: () => Promise<T>): Promise<T> {
		await workflow.expression.acquireIsolate();
		try {
			return await work();
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	private workflow(): Workflow {
		const types: Record<string, INodeType> = {
			[this.node.type]: this.nodeType,
			'test.after': after(this.options.after),
		};
		const nodeType = (name: string): INodeType => {
			const type = types[name];
			if (!type) throw new Error(`No node type ${name}`);
			return type;
		};
		return new Workflow({
			id: this.options.workflowId ?? 'workflow1',
			name: 'Test',
			active: true,
			nodeTypes: {
				getByName: nodeType,
				getByNameAndVersion: nodeType,
				getKnownTypes: () => ({}),
			},
			nodes: [
				this.node,
				{
					id: 'after',
					name: AFTER,
					type: 'test.after',
					typeVersion: 1,
					position: [200, 0],
					parameters: {},
				},
			],
			connections: { [NODE]: { main: [[{ node: AFTER, type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
	}
}

const NOTHING = { status: 0, body: '' };

let shared: Promise<PackageDirectoryLoader> | undefined;

async function load(isolated = false): Promise<PackageDirectoryLoader> {
	if (isolated) jest.resetModules();
	else if (shared) return await shared;
	const loader = new PackageDirectoryLoader(path.resolve(process.cwd()));
	const loading = loader.loadAll().then(() => loader);
	if (!isolated) shared = loading;
	return await loading;
}

const after = (work: HostOptions['after']): INodeType => ({
	description: {
		displayName: 'After',
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
		await work?.(items);
		return [items];
	},
});

/** The events a run handed to the workflow. */
export function eventsOf(run: IRun | null | undefined): IDataObject[] {
	const task = run?.data.resultData.runData[NODE]?.at(-1);
	return (task?.data?.main?.[0] ?? []).map(({ json }) => json);
}
