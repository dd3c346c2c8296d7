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

/**
 * Runs the workflow that a node hands to n8n as a sub-execution, in n8n's engine. While it waits, all that is left of it
 * is what n8n would read back from its database.
 */
export class SubExecution {
	/** What it was started with, each time. */
	readonly started: INodeExecutionData[][] = [];

	waitTill?: Date;

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
		return { executionId: '1043', data: [null], waitTill: this.waitTill };
	};

	/** What n8n's timer does when the wait is over. */
	async wake(): Promise<void> {
		if (!this.last || !this.waitTill) throw new Error('It does not wait');
		const data = JSON.parse(JSON.stringify(this.last.data)) as IRunExecutionData;
		await this.process({ ...data, waitTill: this.waitTill });
	}

	/** What the calling node's execution goes on with: the last thing that came out. */
	get output(): INodeExecutionData[] {
		const { runData, lastNodeExecuted = '' } = this.last?.data.resultData ?? { runData: {} };
		return runData[lastNodeExecuted]?.at(-1)?.data?.main?.[0] ?? [];
	}

	get error() {
		return this.last?.data.resultData.error;
	}

	/** How much of it n8n has to store. */
	get size(): number {
		return JSON.stringify(this.last?.data).length;
	}

	private async process(data: IRunExecutionData): Promise<void> {
		const { nodeTypes } = await textMePackage();
		const { nodes, connections, settings } = this.code as IWorkflowBase;
		const workflow = new Workflow({
			id: 'workflow1',
			nodes: JSON.parse(JSON.stringify(nodes)) as typeof nodes,
			connections,
			active: false,
			nodeTypes,
			settings,
		});
		const additional = additionalData({ credentials: this.credentials, parameters: {} }, workflow);
		const execute = new WorkflowExecute(additional, 'integrated', data);
		this.last = await withExpressions(
			workflow,
			async () => await execute.processRunExecutionData(workflow),
		);
		this.waitTill = this.last.waitTill ?? undefined;
	}
}
