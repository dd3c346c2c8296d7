import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../../sandbox/settings.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/startSandbox.mts';
import { noteRun } from './lastRun.mts';
import { logOutput } from './outputLog.mts';
import { runNode, type NodeResult, type NodeRun } from './runNode.mts';
import { behindGateway, withReply, type Answers } from './servers.mts';

export const ENCODINGS = ['json', 'xml'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Defaults: the sandbox's address and the seeded account. */
export type SandboxRun = Partial<Omit<NodeRun, 'parameters'>> & {
	encoding?: Encoding;
	account?: { username: string; token: string };
	/** The one phone of a rehearsal. */
	rehearsalPhone?: string;
};

export interface SandboxFixture {
	readonly sandbox: Sandbox;
	/** Runs the action node in n8n's engine against the sandbox. */
	run: (parameters: INodeParameters, options?: SandboxRun) => Promise<NodeResult>;
	/** Like `run`, and expects that it ends without an error. */
	runWell: SandboxFixture['run'];
	/** Like `run`, with On Error set to Continue. */
	goOn: (
		parameters: INodeParameters,
		items: SandboxRun['items'],
		options?: SandboxRun,
	) => Promise<NodeResult>;
	/** Like `run`, and expects an error that says what is wrong with an item, and no request. */
	expectBadInput: (
		parameters: INodeParameters,
		message: string | RegExp,
		options?: SandboxRun,
		item?: number,
	) => Promise<NodeResult>;
	/** Runs the node against a gateway that answers with `reply`, for replies that the sandbox never gives. */
	runWithReply: (
		reply: string | ((request: string) => string),
		parameters: INodeParameters,
		options?: SandboxRun,
	) => Promise<NodeResult>;
	/** Like `run`, behind a gateway that answers some requests itself. */
	runBehind: (
		answers: Answers,
		parameters: INodeParameters,
		options?: SandboxRun,
	) => Promise<NodeResult>;
	credentials: (options?: SandboxRun) => ICredentialDataDecryptedObject;
}

/** One sandbox per test file, reset for each test, with a frozen clock. */
export function useSandbox(settings: SandboxOptions = {}): SandboxFixture {
	let sandbox: Sandbox | undefined;
	const started = () => {
		if (!sandbox) throw new Error('The sandbox runs only inside a test');
		return sandbox;
	};
	beforeAll(async () => {
		sandbox = await startSandbox(settings);
	});
	let tests = 0;
	beforeEach(() => {
		tests++;
		started().reset();
		started().freezeClock();
	});
	/** A workflow for each test, because a node remembers by workflow. */
	const own = (options: SandboxRun) => ({ workflowId: `workflow${tests}`, ...options });
	afterAll(async () => {
		await started().close();
	});

	const credentials = ({ account, encoding = 'json', rehearsalPhone }: SandboxRun = {}) => ({
		username: (account ?? started().account).username,
		apiToken: (account ?? started().account).token,
		baseUrl: started().baseUrl,
		encoding,
		...(rehearsalPhone && { rehearsalPhone }),
	});
	const run: SandboxFixture['run'] = async (parameters, options = {}) => {
		const before = started().requests().at(-1)?.id ?? 0;
		const result = await runNode({
			credentials: credentials(options),
			...own(options),
			parameters,
		});
		const requests = started()
			.requests()
			.filter(({ id }) => id > before);
		noteRun(requests, result);
		// Without a request, nothing in the output is from the gateway. A model's output and a dialect's fields are no example.
		const isUsual = options.type === undefined && settings.dialect === undefined;
		if (requests.length > 0 && isUsual) {
			logOutput(
				'textMe',
				parameters,
				result.items.map(({ json }) => json),
			);
		}
		return result;
	};
	return {
		get sandbox() {
			return started();
		},
		credentials,
		run,
		runWell: async (parameters, options) => {
			const result = await run(parameters, options);
			expect(result.error).toBeUndefined();
			return result;
		},
		goOn: async (parameters, items, options = {}) =>
			await run(parameters, { ...options, items, onError: 'continueRegularOutput' }),
		expectBadInput: async (parameters, message, options, item = 0) => {
			const result = await run(parameters, options);
			const sent = started()
				.requests()
				.map(({ root }) => root);
			const said = result.error?.message ?? `no error; it sent ${sent.join() || 'nothing'}`;
			expect(said).toMatch(message);
			expect(said).toMatch(new RegExp(`\\[item ${item}\\]$`));
			expect(sent).toEqual([]);
			return result;
		},
		runWithReply: async (reply, parameters, options = {}) => {
			const exchanges: Array<{ body: string; status: string }> = [];
			const replyTo = (body: string) => {
				const status = typeof reply === 'string' ? reply : reply(body);
				exchanges.push({ body, status });
				return status;
			};
			const result = await withReply(replyTo, async (baseUrl) => {
				const toThis = { ...credentials(options), baseUrl };
				return await runNode({ credentials: toThis, ...own(options), parameters });
			});
			noteRun(exchanges, result);
			return result;
		},
		runBehind: async (answers, parameters, options) =>
			await behindGateway(started(), answers, (baseUrl) =>
				run(parameters, { ...options, credentials: { ...credentials(options), baseUrl } }),
			),
	};
}

/** The root element of each JSON request to an operation, as sent. */
export const sentElements = ({ sandbox }: SandboxFixture, root: string): IDataObject[] =>
	sandbox.requests({ root }).map((request) => {
		const body = JSON.parse(request.body) as Record<string, IDataObject>;
		expect(Object.keys(body)).toEqual([root]);
		return body[root] ?? {};
	});

export function onlySentElement(fixture: SandboxFixture, root: string): IDataObject {
	expect(fixture.sandbox.requests()).toHaveLength(1);
	const [element] = sentElements(fixture, root);
	if (!element) throw new Error(`The only request was not for ${root}`);
	return element;
}

/** The `pairedItem` of each output item, if each input item has one. */
/** What a row of a send says besides its outcome; empty if there is nothing. */
export const detailsOf = (json: IDataObject = {}) => (json.details ?? {}) as IDataObject;

export const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));
