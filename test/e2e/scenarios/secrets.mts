import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import { output, type WorkflowFile } from '../../../demo/n8nRest.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/startSandbox.mts';
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
import { byHand, carriedOut, START, textMe, type Credential } from '../harness/byHand.mts';
import type { RealN8n } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

type Who = 'account' | 'reseller';

/** One node per call, all directly after the trigger. */
async function workflowOf(
	calls: OperationCall[],
	sandbox: Sandbox,
	credentials: Record<Who, Credential>,
	more: object,
): Promise<WorkflowFile> {
	const nodes = await Promise.all(
		calls.map(async (call) => {
			const parameters = await parametersOf(call, sandbox);
			return textMe(callName(call), credentials[call.as ?? 'account'], parameters, more);
		}),
	);
	const ends = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const connections = { [START]: { main: [ends] } };
	return { ...byHand('Every operation', nodes, [...CALL_ITEMS]), connections };
}

/** Every file that n8n has written. */
async function stored(userFolder: string): Promise<Array<[name: string, text: string]>> {
	const files = await readdir(join(userFolder, '.n8n'), { recursive: true, withFileTypes: true });
	const own = files.filter((file) => file.isFile() && !file.parentPath.includes('node_modules'));
	return await Promise.all(
		own.map(async ({ parentPath, name }): Promise<[string, string]> => {
			return [name, await readFile(join(parentPath, name), 'latin1')];
		}),
	);
}

/** Runs every operation in an n8n that logs all it can, and looks for secrets in its answers, output and files. */
export async function secrets({ rest, n8n, userFolder }: RealN8n): Promise<void> {
	const sandbox = await startSandbox({ clock: 'frozen' });
	const { account, reseller, baseUrl } = sandbox;
	const credentials = {
		account: await createTextMeCredential(rest, { account, baseUrl }),
		reseller: await createTextMeCredential(rest, { account: reseller, baseUrl }),
	};
	const goOn = { onError: 'continueRegularOutput' };
	const run = async (calls: OperationCall[], more: object, isBroken = false) => {
		const file = await workflowOf(calls, sandbox, credentials, more);
		if (isBroken) sandbox.addFault({ kind: 'statusUnknown', times: 0 });
		const execution = await carriedOut(rest, file);
		const nodes = Object.entries(execution.data.resultData.runData);
		const errors = nodes
			.map(([name]) => name)
			.filter((name) => output(execution, name)[0]?.error !== undefined);
		return { text: JSON.stringify(execution), ran: nodes.length - 1, errors };
	};
	const calls = [...OPERATION_CALLS.map(withHiddenSecrets), OPENING_CALL].filter(
		({ operation }) => operation !== 'sms.sendAndWait',
	);
	// This operation's output is a token.
	const well = calls.filter(({ operation }) => operation !== 'apiToken.create');
	const good = await run(well, goOn);
	// Verifying a code that was never sent is no error.
	expect([good.ran, good.errors]).toEqual([calls.length - 1, []]);
	const code = sandbox.lastOtp(OTHER_PHONE);
	const secrets = [
		...[account.token, reseller.token, 'sandbox-token-minted', ...FIXED_SECRETS],
		...(code === undefined ? [] : [code]),
	];
	expect(secrets).toHaveLength(6);

	sandbox.reset();
	const bad = await run(calls, goOn, true);
	expect([bad.ran, bad.errors.length]).toEqual([calls.length, calls.length]);
	const stopped = await run([OPENING_CALL], {}, true);
	await sandbox.close();

	const seen: Array<[string, string]> = [
		['REST', good.text + bad.text + stopped.text],
		['console', n8n.tail(1_000_000)],
		...(await stored(userFolder)),
	];
	expect(seen.flatMap(([name, text]) => leaks(text, secrets).map((one) => [name, one]))).toEqual(
		[],
	);
	// The places that contain an error of the second run: we really searched them. SQLite may still have it in its write-ahead
	// log.
	const searched = seen.filter(([, text]) => text.includes('an unknown status'));
	expect(searched.map(([name]) => name.replace('-wal', ''))).toEqual(
		expect.arrayContaining(['REST', 'console', 'database.sqlite', 'n8n.log']),
	);
}
