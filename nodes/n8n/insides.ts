/**
 * Where the house leans on what n8n does and promises nobody: its contexts, its execution stack, its agents, its webhooks. Each
 * function says what n8n does (2.41.1, unless it names another version), and what happens if it no longer does.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	IWebhookFunctions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { sleep, WAIT_INDEFINITELY, webhookDescriptionFields } from 'n8n-workflow';

import { isTransportError } from '../../gateway/replies/transport';
import type { RequestError } from '../../gateway/replies/transport';

/**
 * The context with other items. n8n reads what its expressions see from the private field `connectionInputData`.
 * If it has another name, an expression sees all items: the number of results is wrong, and n8n evaluates item by item.
 */
export const withItems = <Context extends object>(context: Context, items: INodeExecutionData[]) =>
	Object.create(context, { connectionInputData: { value: items } }) as Context;

/**
 * The context with a signal that ends its requests. In an execution, n8n takes it only from `this` of its helper.
 * If it does not, a stopped run waits for the reply, and a reply that stalls is awaited without end.
 */
export const withSignal = <Context extends object>(context: Context, signal: AbortSignal) =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;

/**
 * The HTTP client's error, which n8n wraps; undefined for an error from before the request. If n8n wraps it in another way, a request
 * whose reply was lost counts as not sent.
 */
export function httpErrorIn(error: unknown): RequestError | undefined {
	const { name, message, cause, code, httpCode } = error as {
		name: string;
		message: string;
		cause?: RequestError;
		code?: string;
		/** The HTTP status, or the HTTP client's code if there was no answer: `ECONNRESET`. */
		httpCode?: string | null;
	};
	if (cause && isTransportError(cause)) return cause;
	if (code !== undefined) return error as RequestError;
	// Earlier versions of n8n 2 leave out the cause, and its text may be empty.
	const isWrapped = name === 'NodeApiError' && cause === undefined;
	return isWrapped ? { code: httpCode ?? undefined, message } : undefined;
}

/**
 * Whether other processes may write n8n's list of marks. n8n keeps this in the private field `instanceSettings`.
 * Without it, every claim of a key waits two seconds and looks again.
 */
export const isWorker = (context: object): boolean =>
	(context as { instanceSettings?: { isWorker?: boolean } }).instanceSettings?.isWorker !== false;

/**
 * Whether a sub-execution that waits returns its output to its caller: since n8n 2.3, which came with this function. n8n does not
 * tell nodes its version. Without the function, Send and Wait refuses to ask.
 */
export const canWait = (context: object): boolean => 'isToolExecution' in context;

/** The run index of the node: a loop runs it again. */
export const runOf = (context: IExecuteFunctions): number =>
	context.getWorkflowDataProxy(0).$runIndex as number;

/**
 * The node, and the run of it, that the items come from: of a tool, its agent or review. Read from n8n's execution stack.
 * Without it, Reply as a tool knows nobody to answer and says so, and a call that was approved once may be made for each item.
 */
export const cameFrom = (context: IExecuteFunctions) =>
	context.getExecuteData().source?.main?.[0] ?? undefined;

/** The run of the review that a model's call comes from: a node that has the tool and, unlike an agent, no model. */
export function reviewOf(context: IExecuteFunctions) {
	const source = cameFrom(context);
	if (!source) return undefined;
	const own = (connectionType: 'ai_tool' | 'ai_languageModel') =>
		context.getParentNodes(source.previousNode, { connectionType, depth: 1 });
	const hasTool = own('ai_tool').some(({ name }) => name === context.getNode().name);
	return hasTool && own('ai_languageModel').length === 0 ? source : undefined;
}

/**
 * Whether a model calls the node, or a person reviews a model's call. n8n then gives the node a type of its own, which it runs by
 * itself for a review. With other types, a call would be an ordinary run: what a model repeats would go out again.
 */
export const isForModel = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

export const isHumanReview = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('HitlTool');

/**
 * The input of a model's call, and n8n's ID of it. A call that is repeated has another ID; some models count anew in each turn.
 * If n8n gives it another name, it counts as input, and a repeated call is made again.
 */
export function callIn({ json }: INodeExecutionData): { input: IDataObject; callId: unknown } {
	const { toolCallId: callId, ...input } = json;
	return { input, callId };
}

/**
 * The fields that a model fills in: all spellings of `$fromAI` that n8n takes (`from-ai-parse-utils.ts`).
 * Of two approved calls with one ID that differ only in a field with another spelling, the second counts as a repeat.
 */
export const namesFromAi = (text: string): string[] =>
	[...text.matchAll(/\$fromAI\s*\(\s*(['"`])([\w-]{1,64})\1/gi)].flatMap(
		([, , name]) => name ?? [],
	);

/**
 * What n8n passes on where a wait ends without an output of the node: at its time limit, or if a person retries it. n8n takes the
 * input of the entry on its stack. If it takes something else, people see the node's input after the wait.
 */
export function passOnAfterWait(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	const execution = context.getExecuteData();
	// The old arrays belong to the previous node.
	execution.data = { ...execution.data, main: [items] };
	// When the wait ends, n8n disables this object. Shared, it would skip all runs of the node that are due: nobody is texted,
	// and the input, which strangers may have written, passes for an answer.
	execution.node = { ...execution.node };
}

/**
 * Milliseconds. n8n sets the timer that ends a wait up to 70 seconds before its end, and an answer does not stop it: it would end
 * the next wait of the execution (`wait-tracker.ts`). So the page closes before n8n sets the timer.
 */
const TIMER_MS = 75_000;

/** Makes the execution wait for an answer on a page that closes at `until` (milliseconds since 1970), or passes `unanswered` on. */
export async function waitForPage(
	context: IExecuteFunctions,
	until: number,
	unanswered: INodeExecutionData[],
): Promise<void> {
	passOnAfterWait(context, unanswered);
	// A sub-workflow that ends late would answer this question: n8n resumes its parent from any wait that names no sub-workflow
	// (`workflow-helpers.ts`). Ours names itself, which never ends while it waits.
	context.setMetadata({ waitingChildExecutionIds: [context.getExecutionId()] });
	// Before n8n 2.14, n8n checks a link's signature only if told to.
	(context as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();
	const hasEnd = until < WAIT_INDEFINITELY.getTime();
	await context.putExecutionToWait(new Date(hasEnd ? until + TIMER_MS : until));
}

/** What a node keeps in its context. During a webhook, only an expression can read it. Without it, the page is closed. */
export function keptForWebhook(context: IWebhookFunctions, path: string): unknown {
	// A node name may contain characters that would end the expression.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return context.evaluateExpression(`{{ $node["${name}"].context.${path} }}`) ?? undefined;
}

/**
 * Whether a request came by the node's own link, whose signature n8n has checked. n8n leads here, too, whoever adds the node's path
 * to the execution's token, and a form tells its visitor that token (`waiting-webhooks.ts`). With other links, the page is closed.
 */
export const isOwnLink = ({ pathname }: URL, nodeId: string): boolean =>
	pathname.endsWith(`/${encodeURIComponent(nodeId)}`);

/** The version of a trigger: of the first one, n8n evaluates an expression for every push, an option of its own Webhook node. */
export const TRIGGER_VERSION = [2];

/**
 * A webhook's path, from a parameter. Newer versions of n8n 2 call the function; earlier ones know only the template, and evaluate an
 * expression for every push.
 */
export const webhookPath = (
	template: string,
	resolve: (parameters: INodeParameters) => NodeParameterValueType,
) => ({
	path: template,
	...(webhookDescriptionFields as typeof webhookDescriptionFields | undefined)?.({
		path: { template, resolve },
	}),
});

/**
 * The bytes of a push's body, or the fields of a multipart form, of which n8n keeps only them. Empty if there is none, or if receiving
 * it failed. These are n8n's additions to Express's request: without them, a push is empty.
 */
export async function bodyOf(context: IWebhookFunctions): Promise<object> {
	const request = context.getRequestObject() as {
		rawBody?: Buffer;
		body?: { data?: object };
		readRawBody?: () => Promise<void>;
	};
	const { data } = request.body ?? {};
	if (request.rawBody === undefined && data !== undefined) return data;
	await request.readRawBody?.().catch(() => undefined);
	return request.rawBody ?? {};
}

/** Milliseconds that other work of n8n may have to wait. */
const TURN_MS = 50;

/**
 * The entries of a long list. n8n does all its work in one thread; between the entries, it gets its turn. If it worked in several,
 * this would only be slower.
 */
export async function* givingTurns<T>(list: Iterable<T>): AsyncGenerator<T> {
	let begin = performance.now();
	for (const entry of list) {
		if (performance.now() > begin + TURN_MS) {
			await sleep(0);
			begin = performance.now();
		}
		yield entry;
	}
}
