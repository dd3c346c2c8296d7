import { parse } from 'flatted';
import { randomBytes } from 'node:crypto';
import { until } from './until.mts';

/** An export of n8n's editor. */
export interface WorkflowFile {
	name: string;
	nodes: Array<{
		id: string;
		name: string;
		type: string;
		typeVersion: number;
		position: [number, number];
		parameters: Record<string, unknown>;
		webhookId?: string;
		credentials?: Record<string, { id: string; name: string }>;
		onError?: 'continueRegularOutput' | 'continueErrorOutput';
		retryOnFail?: boolean;
		maxTries?: number;
		waitBetweenTries?: number;
	}>;
	connections: Record<string, unknown>;
	/** By node name: pinned output items, which replace the node's run in a manual execution. */
	pinData?: Record<string, Array<{ json: Record<string, unknown> }>>;
	settings?: Record<string, unknown>;
}

export interface SavedWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	startedAt?: string;
}

export interface NodeError {
	message: string;
	description?: string | null;
	context?: Record<string, unknown>;
}

interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage: string | null }>;
}

interface NodeRun {
	executionStatus?: string;
	error?: NodeError;
	data?: { main?: Array<Array<{ json: Record<string, unknown> }> | null> };
}

export interface Execution extends ExecutionSummary {
	data: {
		/** What opens the waiting webhooks of the execution. */
		resumeToken?: string;
		resultData: {
			error?: NodeError;
			lastNodeExecuted?: string;
			runData: Record<string, NodeRun[]>;
		};
	};
}

interface Agent {
	path: string;
}

interface AgentDecision {
	runId: string;
	toolCallId: string;
	resumeData: { approved: boolean };
}

export const owner = {
	email: 'owner@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	// Random, so that no web page can know it. n8n requires a capital letter and a digit.
	password: `Demo-1-${randomBytes(12).toString('base64url')}`,
};

/** Milliseconds. Long, because the machine may be busy; only what never comes should fail. */
export const PATIENCE_MS = 15 * 60_000;

/** n8n lists at most this many executions at once. */
const PAGE = 100;

/** If not told these, n8n lists running and ended executions by two queries, and misses one that ends between them. */
const STATUSES = 'new running waiting success error crashed canceled unknown'.split(' ');

/** The internal REST interface of n8n that its editor uses. */
export class N8nRest {
	private cookie = '';

	constructor(private readonly url: string) {}

	setUpOwner = () => this.call('POST', '/owner/setup', owner);

	/** Logs in after a restart, or as a second client. */
	logIn = (password = owner.password) =>
		this.call('POST', '/login', { emailOrLdapLoginId: owner.email, password });

	createCredential = (name: string, type: string, data: Record<string, unknown>) =>
		this.call<{ id: string }>('POST', '/credentials', { name, type, data });

	credential = (id = '') => this.call<{ type: string }>('GET', `/credentials/${id}`);

	/** Tests a credential, as the editor does when it is saved. */
	testCredential = (credentials: {
		id: string;
		name: string;
		type: string;
		data: Record<string, unknown>;
	}) => this.call<CredentialTestResult>('POST', '/credentials/test', { credentials });

	createWorkflow = async (workflow: WorkflowFile) =>
		await this.call<SavedWorkflow>('POST', '/workflows', {
			settings: {},
			...workflow,
		});

	workflow = (id: string) => this.call<SavedWorkflow>('GET', `/workflows/${id}`);

	/** Resolves when the triggers run. n8n starts them only after its answer. */
	activate = async ({ id, versionId }: Pick<SavedWorkflow, 'id' | 'versionId'>) => {
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
		await this.published(id);
	};

	/** Waits for the triggers of an active workflow, for example after a restart. */
	published = async (id: string) => {
		await until(async () => {
			const { status, triggers } = await this.call<PublicationStatus>(
				'GET',
				`/workflows/${id}/publication-status`,
			);
			if (status === 'failed' || status === 'partial') {
				const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
				throw new Error(`Workflow ${id} did not become active (${status}). ${reasons.join(' ')}`);
			}
			return status === 'published';
		});
	};

	/** Runs a workflow by its manual trigger, like the editor's button. */
	run = (id: string, trigger: string) =>
		this.runFrom(id, { triggerToStartFrom: { name: trigger } });

	/** Starts a workflow with a chat trigger and an agent, like the editor's chat. */
	chat = (id: string, trigger: string, agent: string, chatInput: string) =>
		this.runFrom(id, {
			startNodes: [{ name: agent, sourceData: null }],
			triggerToStartFrom: {
				name: trigger,
				data: {
					startTime: Date.now(),
					executionTime: 0,
					executionIndex: 0,
					executionStatus: 'success',
					source: [null],
					data: {
						main: [[{ json: { sessionId: 'chat', action: 'sendMessage', chatInput } }]],
					},
				},
			},
		});

	/** Creates one of n8n's own agents (outside of workflows) in the owner's project. */
	createAgent = async (schema: Record<string, unknown> & { name: string }): Promise<Agent> => {
		const { id: project } = await this.call<{ id: string }>('GET', '/projects/personal');
		const path = `/projects/${project}/agents/v2`;
		const { id } = await this.call<{ id: string }>('POST', path, { name: schema.name, schema });
		return { path: `${path}/${id}` };
	};

	/** Writes to an agent, or continues with a tool call that a person has decided. Returns the events of its answer. */
	chatWithAgent = async ({ path }: Agent, body: { message: string } | AgentDecision) => {
		const chat = 'message' in body ? 'chat' : 'chat/resume';
		const text = await this.request('POST', `${path}/${chat}`, body);
		return [...text.matchAll(/^data: (.*)$/gm)].map(
			([, data = '']) => JSON.parse(data) as { type: string } & Record<string, unknown>,
		);
	};

	/** Retries a failed execution by hand: runs the rest of it with its data. */
	retry = (executionId: string) =>
		this.call('POST', `/executions/${executionId}/retry`, { loadWorkflow: false });

	/** Newest first. */
	executions = async (workflowId?: string, which: { status?: string[]; mode?: string } = {}) => {
		const all = new Map<string, ExecutionSummary>();
		for (;;) {
			const known = all.size;
			// Paging by ID would miss executions that did not start in the order of their IDs.
			const startedBefore = [...all.values()].at(-1)?.startedAt;
			const wanted = { workflowId, status: STATUSES, ...which, startedBefore };
			const filter = encodeURIComponent(JSON.stringify(wanted));
			const { results } = await this.call<{ results: ExecutionSummary[] }>(
				'GET',
				`/executions?limit=${PAGE}&filter=${filter}`,
			);
			for (const one of results) all.set(one.id, one);
			if (results.length < PAGE || all.size === known) return [...all.values()];
		}
	};

	/** Including every node's output. */
	execution = async (id: string) => {
		const { data, ...summary } = await this.call<ExecutionSummary & { data: string }>(
			'GET',
			`/executions/${id}`,
		);
		return { ...summary, data: parse(data) as Execution['data'] };
	};

	/** Waits until an execution has ended, successfully or not. */
	ended = async (id: string): Promise<Execution> => {
		let seen: Execution | undefined;
		const inVain = () => {
			const { status, mode, data } = seen ?? {};
			const nodes = Object.keys(data?.resultData.runData ?? {}).join(', ') || 'none';
			return `Execution ${id} (${mode}) is still ${status}. Nodes that have run: ${nodes}.`;
		};
		const look = async () => {
			const execution = await this.execution(id);
			seen = execution;
			return hasEnded(execution) ? execution : undefined;
		};
		return await until(look, { inVain });
	};

	private async runFrom(id: string, start: object) {
		return await this.call<{ executionId: string }>('POST', `/workflows/${id}/run`, {
			...start,
		});
	}

	private async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		return (JSON.parse(await this.request(method, path, body)) as { data: T }).data;
	}

	private async request(method: string, path: string, body?: unknown): Promise<string> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'browser-id': 'n8n-nodes-textme', // the login cookie is bound to it
				cookie: this.cookie,
				connection: 'close', // a busy n8n closes a kept-alive connection at the moment of its next use
			},
			body: body === undefined ? null : JSON.stringify(body),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`n8n answered ${method} ${path} with ${response.status}: ${text}`);
		}
		return text;
	}
}

/** Successfully or not. */
export const hasEnded = ({ status }: Pick<ExecutionSummary, 'status'>) =>
	!['new', 'running', 'waiting'].includes(status);

/** The JSON of every item on a node's first output. */
export function output(execution: Execution, node: string): Array<Record<string, unknown>> {
	const runs = execution.data.resultData.runData[node] ?? [];
	return runs.flatMap((run) => run.data?.main?.[0] ?? []).map(({ json }) => json);
}
