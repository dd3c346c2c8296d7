import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import {
	FIXED_SECRETS,
	leaks,
	OPENING_CALL,
	withHiddenSecrets,
} from '../../engine/harness/everySecret.mts';
import {
	CALL_ITEMS,
	callName,
	OPERATION_CALLS,
	OTHER_PHONE,
	parametersOf,
	type OperationCall,
} from '../../engine/harness/operationCalls.mts';
import { byHand, START, textMe } from '../harness/byHand.mts';
import { scenario } from '../harness/realN8n.mts';

type Who = 'account' | 'reseller';

const WAITS = 'sms.sendAndWait';
const GO_ON = 'continueRegularOutput';

/** One node per call, all after the start. */
async function workflow(
	calls: OperationCall[],
	sandbox: Sandbox,
	credentials: Record<Who, string>,
	onError?: 'continueRegularOutput',
): Promise<WorkflowFile> {
	const nodes = await Promise.all(
		calls.map(async (call) => {
			const credential = { id: credentials[call.as ?? 'account'], name: 'TextMe' };
			const parameters = await parametersOf(call, sandbox);
			return textMe(callName(call), credential, parameters, onError && { onError });
		}),
	);
	const ends = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const connections = { [START]: { main: [ends] } };
	return { ...byHand('Every operation', nodes, [...CALL_ITEMS]), connections };
}

/** Every file that n8n has written. */
async function stored(userFolder: string): Promise<Array<[name: string, text: string]>> {
	const folder = join(userFolder, '.n8n');
	const files = await readdir(folder, { recursive: true, withFileTypes: true });
	const own = files.filter((file) => file.isFile() && !file.parentPath.includes('node_modules'));
	return await Promise.all(
		own.map(
			async ({ parentPath, name }): Promise<[string, string]> => [
				name,
				await readFile(join(parentPath, name), 'latin1'),
			],
		),
	);
}

async function runOnce(rest: N8nRest, file: WorkflowFile) {
	const { id } = await rest.createWorkflow(file);
	const { executionId } = await rest.run(id, START);
	const execution = await rest.ended(executionId);
	const nodes = Object.entries(execution.data.resultData.runData);
	const failed = nodes
		.filter(([, [run]]) => run?.data?.main?.[0]?.[0]?.json.error !== undefined)
		.map(([name, [run]]) => `${name}: ${String(run?.data?.main?.[0]?.[0]?.json.error)}`);
	return { execution: JSON.stringify(execution), ran: nodes.length - 1, failed };
}

/** Runs every operation in a real n8n with full logging, and searches its answers, output and files for secrets. */
await scenario(
	async ({ rest, sandbox, n8n, userFolder }) => {
		const credentialOf = async (who: Who) => {
			const { username, token } = sandbox[who];
			const data = { username, apiToken: token, baseUrl: sandbox.baseUrl, encoding: 'json' };
			return (await rest.createCredential('TextMe', 'textMeApi', data)).id;
		};
		const credentials = {
			account: await credentialOf('account'),
			reseller: await credentialOf('reseller'),
		};
		const calls = [...OPERATION_CALLS.map(withHiddenSecrets), OPENING_CALL].filter(
			({ operation }) => operation !== WAITS,
		);
		// This operation's output is a token.
		const well = calls.filter(({ operation }) => operation !== 'apiToken.create');
		const good = await runOnce(rest, await workflow(well, sandbox, credentials, GO_ON));
		const code = sandbox.lastOtp(OTHER_PHONE);
		const secrets = [
			...[sandbox.account.token, sandbox.reseller.token, 'sandbox-token-minted'],
			...[...FIXED_SECRETS, ...(code === undefined ? [] : [code])],
		];

		sandbox.reset();
		const file = await workflow(calls, sandbox, credentials, GO_ON);
		sandbox.addFault({ kind: 'statusUnknown', times: 0 });
		const bad = await runOnce(rest, file);
		const stopping = await workflow([OPENING_CALL], sandbox, credentials);
		const stopped = await runOnce(rest, stopping);

		const printed = n8n.tail(1_000_000);
		await n8n.stop();
		const seen: Array<[string, string]> = [
			['REST', good.execution + bad.execution + stopped.execution],
			['console', printed],
			...(await stored(userFolder)),
		];
		return {
			secrets: secrets.length,
			calls: calls.length,
			good: { ran: good.ran, failed: good.failed },
			bad: { ran: bad.ran, failed: bad.failed.length },
			leaks: seen.flatMap(([name, text]) => leaks(text, secrets).map((leak) => `${name}: ${leak}`)),
			withErrors: seen
				.filter(([, text]) => text.includes('an unknown status'))
				.map(([name]) => name),
		};
	},
	{
		env: { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' },
		sandbox: { clock: 'frozen' },
	},
);
