import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ExecuteWorkflowData,
	type ICredentialDataDecryptedObject,
	type IExecuteWorkflowInfo,
	type INodeExecutionData,
	type IRun,
	type IRunExecutionData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { additionalData } from './runNode.mts';
import { textMePackage } from './textMePackage.mts';
import { withExpressions } from './withExpressions.mts';

let executions = 1042;

/**
 * Runs a node's sub-execution in n8n's engine, including nested ones. While it waits, it keeps only what n8n would store in its
 * database.
 */
export class SubExecution {
	readonly started: INodeExecutionData[][] = [];

	child?: SubExecution;

	private readonly executionId = String(++executions);

	private code?: IWorkflowBase;

	private last?: IRun;

	constructor(private readonly credentials: ICredentialDataDecryptedObject) {}

	/** For `executeWorkflow` of the additional data. */
	readonly execute = async (
		{ code }: IExecuteWorkflowInfo,
		_: IWorkflowExecuteAdditionalData,
		{ inputData = [] }: { inputData?: INodeExecutionData[] },
	): Promise<ExecuteWorkflowData> => {
		const [node] = code?.nodes ?? [];
		if (!code || !node) throw new Error('There is no workflow to run');
		this.started.push(inputData);
		this.code = JSON.parse(JSON.stringify(code)) as IWorkflowBase;
		await this.process(
			createRunExecutionData({
				executionData: {
					nodeExecutionStack: [{ node, data: { main: [inputData] }, source: null }],
				},
			}),
		);
		const { executionId, waitTill } = this;
		return { executionId, waitTill, data: [this.output] };
	};

	/** When the wait ends: its own, or its child's. */
	get waitTill(): Date | undefined {
		return this.last?.waitTill ? (this.child?.waitTill ?? this.last.waitTill) : undefined;
	}

	/** Resumes it, as n8n's timer does at the end of a wait. */
	async wake(): Promise<void> {
		if (!this.child?.waitTill) return await this.resume();
		await this.child.wake();
		if (!this.child.waitTill) await this.resume(this.child.error);
	}

	/** The child's process dies before n8n stores what the child found. n8n then tells the parent (2.41.1, workflow-runner). */
	async killWhileItLooks(): Promise<void> {
		await this.child?.wake();
		await this.resume({ message: 'job stalled more than maxStalledCount' });
	}

	/** The items with which the calling execution continues: the last node's output. */
	get output(): INodeExecutionData[] {
		const { runData, lastNodeExecuted = '' } = this.last?.data.resultData ?? { runData: {} };
		return runData[lastNodeExecuted]?.at(-1)?.data?.main?.[0] ?? [];
	}

	get error() {
		return this.last?.data.resultData.error;
	}

	/** The characters that n8n must store, including the child's. */
	get size(): number {
		return JSON.stringify(this.last?.data).length + (this.child?.size ?? 0);
	}

	/** Resumes it as n8n does (2.41.1, updateParentExecutionWithChildResults). */
	private async resume(resumeError?: { message: string }): Promise<void> {
		if (!this.last?.waitTill) throw new Error('It does not wait');
		const data = JSON.parse(JSON.stringify(this.last.data)) as IRunExecutionData;
		const [next] = data.executionData?.nodeExecutionStack ?? [];
		if (next && this.child) {
			if (resumeError) next.metadata = { ...next.metadata, resumeError } as typeof next.metadata;
			else next.data = { main: [structuredClone(this.child.output)] };
			delete this.child;
		}
		await this.process({ ...data, waitTill: this.last.waitTill });
	}

	private async process(data: IRunExecutionData): Promise<void> {
		const { nodeTypes } = await textMePackage();
		const { name, nodes, connections, settings } = this.code as IWorkflowBase;
		const workflow = new Workflow({
			id: 'workflow1',
			name,
			nodes: JSON.parse(JSON.stringify(nodes)) as typeof nodes,
			connections,
			active: false,
			nodeTypes,
			settings,
		});
		const { credentials, executionId } = this;
		const executeWorkflow: typeof this.execute = async (...call) => {
			this.child = new SubExecution(credentials);
			return await this.child.execute(...call);
		};
		const options = { credentials, parameters: {}, executionId, executeWorkflow };
		const additional = additionalData(options, workflow);
		const execute = new WorkflowExecute(additional, 'integrated', data);
		this.last = await withExpressions(
			workflow,
			async () => await execute.processRunExecutionData(workflow),
		);
	}
}
