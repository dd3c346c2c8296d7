import { expect } from 'expect';
import { jwtOf } from '../../../sandbox/jwt.mts';
import { byHand } from '../harness/byHand.mts';
import { withSharedN8n } from '../harness/realN8n.mts';
import { node } from '../harness/triggerWorkflow.mts';

const A_DAY_AGO = new Date(Date.now() - 86_400_000);

await withSharedN8n(async ({ rest, sandbox }) => {
	const { account, baseUrl } = sandbox;
	const good = { username: account.username, apiToken: account.token, baseUrl, encoding: 'json' };
	const jwt = jwtOf(account.username, A_DAY_AGO, 24 * 86_400);
	const rows: Array<[change: object, status: string, message: RegExp]> = [
		[{ encoding: 'xml' }, 'OK', /successful/],
		[
			{ apiToken: 'nobody-knows-this' },
			'Error',
			/the API token \(status 3\).*authorized addresses/,
		],
		[{ apiToken: jwt }, 'OK', /successful! The API token expires in 23 days \(\d/],
		[{ baseUrl: 'http://127.0.0.1:9' }, 'Error', /^The service could not be reached/],
	];
	for (const [change, status, message] of rows) {
		const data = { ...good, ...change };
		const { id } = await rest.createCredential('Tested', 'textMeApi', data);
		const tested = await rest.testCredential({ id, name: 'Tested', type: 'textMeApi', data });
		expect(tested).toMatchObject({ status, message: expect.stringMatching(message) });
	}

	const name = 'For HTTP Request';
	const { id } = await rest.createCredential(name, 'textMeApi', good);
	const authentication = 'predefinedCredentialType';
	const request = node(
		'HTTP Request',
		'n8n-nodes-base.httpRequest',
		{ url: `${baseUrl}/api`, authentication, nodeCredentialType: 'textMeApi' },
		{ typeVersion: 4.2, credentials: { textMeApi: { id, name } } },
	);
	// n8n refuses to save such a workflow.
	const saved = rest.createWorkflow(byHand('HTTP Request', [request]));
	await expect(saved).rejects.toThrow('cannot use credential type');
	expect(sandbox.counters().messages).toBe(0);
});
