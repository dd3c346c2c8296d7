import { WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	IWebhookData,
	Workflow,
} from 'n8n-workflow';
import { parse, stringify } from 'flatted';
import { logOutput } from './outputLog.mts';
import { additionalData, workflowWith, type NodeRun } from './runNode.mts';
import { withExpressions } from './withExpressions.mts';

interface PageRequest {
	method?: string;
	query?: IDataObject;
	/** The path and query as n8n received them; by default, the node's own. */
	url?: string;
	/** As parsed by n8n; undefined without a body. */
	body?: unknown;
}

/** A waiting execution, as n8n reads it from its database: without memory. */
export class WaitingRun {
	private readonly data: IRunExecutionData;

	constructor({ data, waitTill }: IRun) {
		if (!waitTill) throw new Error('This execution does not wait');
		// As n8n writes it: what two entries share, they share again.
		this.data = parse(stringify(data)) as IRunExecutionData;
	}

	get stackItems(): INodeExecutionData[] {
		return this.waiting.data.main?.[0] ?? [];
	}

	/** The page that n8n shows, and the items with which the execution continues, if it does. */
	async open({ method = 'GET', query = {}, url, body }: PageRequest = {}) {
		return await this.within(async (workflow, additional) => {
			const { node } = this.waiting;
			const headers: Record<string, string> = {};
			const own = `/webhook-waiting/1042/${node.id}?${new URLSearchParams(query as Record<string, string>).toString()}`;
			const httpRequest = { method, query, url: url ?? own, body, params: {}, headers: {} };
			const httpResponse = { setHeader: (name: string, value: string) => (headers[name] = value) };
			const context = new WebhookContext(
				workflow,
				node,
				{ ...additional, ...{ httpRequest, httpResponse } },
				'webhook',
				{ webhookDescription: { name: 'default' } } as IWebhookData,
				[],
				this.data,
			);
			const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
			const result = await type.webhook?.call(context);
			const [items] = result?.workflowData ?? [];
			// A model's output has another form.
			if (items && !node.type.endsWith('Tool')) {
				logOutput(
					'textMe',
					node.parameters,
					items.map(({ json }) => json),
				);
			}
			return { page: String(result?.webhookResponse), headers, items };
		});
	}

	/** Ends the wait like n8n's timer, and returns the output. */
	async timeOut(more?: Partial<NodeRun>): Promise<INodeExecutionData[]> {
		return await this.within(async (workflow, additional) => {
			const data = { ...this.data, waitTill: new Date() };
			const run = await new WorkflowExecute(additional, 'manual', data).processRunExecutionData(
				workflow,
			);
			return run.data.resultData.runData.TextMe?.at(-1)?.data?.main?.[0] ?? [];
		}, more);
	}

	private get waiting() {
		const [entry] = this.data.executionData?.nodeExecutionStack ?? [];
		if (!entry) throw new Error('No node waits');
		return entry;
	}

	private async within<T>(
		work: (workflow: Workflow, additional: ReturnType<typeof additionalData>) => Promise<T>,
		more?: Partial<NodeRun>,
	): Promise<T> {
		const options = { parameters: this.waiting.node.parameters, credentials: {}, ...more };
		const workflow = await workflowWith(options);
		return await withExpressions(
			workflow,
			async () => await work(workflow, additionalData(options, workflow)),
		);
	}
}
