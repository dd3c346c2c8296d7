import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../../sandbox/settings.mts';
import { useSandbox as useOne } from '../../sandbox/useSandbox.mts';
import { noteRun } from './lastRun.mts';
import { logOutput } from './outputLog.mts';
import { runNode, type NodeRun } from './runNode.mts';
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

export type SandboxFixture = ReturnType<typeof useSandbox>;

/** One sandbox per test file, reset for each test, with a frozen clock. */
export function useSandbox(settings: SandboxOptions = {}) {
	const sandbox = useOne(settings);
	let tests = 0;
	beforeEach(() => {
		tests++;
		sandbox().freezeClock();
	});
	/** A workflow for each test, because a node remembers by workflow. */
	const own = (options: SandboxRun) => ({ workflowId: `workflow${tests}`, ...options });

	const credentials = ({ account, encoding = 'json', rehearsalPhone }: SandboxRun = {}) => ({
		username: (account ?? sandbox().account).username,
		apiToken: (account ?? sandbox().account).token,
		baseUrl: sandbox().baseUrl,
		encoding,
		...(rehearsalPhone && { rehearsalPhone }),
	});

	/** Runs the action node in n8n's engine against the sandbox. */
	async function run(parameters: INodeParameters, options: SandboxRun = {}) {
		const before = sandbox().requests().at(-1)?.id ?? 0;
		const result = await runNode({
			credentials: credentials(options),
			...own(options),
			parameters,
		});
		const requests = sandbox()
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
	}

	return {
		get sandbox() {
			return sandbox();
		},
		credentials,
		run,

		/** Like `run`, and expects that it ends without an error. */
		runWell: async (parameters: INodeParameters, options?: SandboxRun) => {
			const result = await run(parameters, options);
			expect(result.error).toBeUndefined();
			return result;
		},

		/** Like `run`, with On Error set to Continue. */
		goOn: async (
			parameters: INodeParameters,
			items: SandboxRun['items'],
			options: SandboxRun = {},
		) => await run(parameters, { ...options, items, onError: 'continueRegularOutput' }),

		/** Like `run`, and expects an error that says what is wrong with an item, and no request. */
		expectBadInput: async (
			parameters: INodeParameters,
			message: string | RegExp,
			options?: SandboxRun,
			item = 0,
		) => {
			const result = await run(parameters, options);
			const sent = sandbox()
				.requests()
				.map(({ root }) => root);
			const said = result.error?.message ?? `no error; it sent ${sent.join() || 'nothing'}`;
			expect(said).toMatch(message);
			expect(said).toMatch(new RegExp(`\\[item ${item}\\]$`));
			expect(sent).toEqual([]);
			return result;
		},

		/** Runs the node against a gateway that answers with `reply`, for replies that the sandbox never gives. */
		runWithReply: async (
			reply: string | ((request: string) => string),
			parameters: INodeParameters,
			options: SandboxRun = {},
		) => {
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

		/** Like `run`, behind a gateway that answers some requests itself. */
		runBehind: async (answers: Answers, parameters: INodeParameters, options?: SandboxRun) =>
			await behindGateway(sandbox(), answers, (baseUrl) =>
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
