import { expect } from 'expect';
import { byHand } from '../harness/byHand.mts';
import { withSharedN8n } from '../harness/realN8n.mts';
import { node } from '../harness/triggerWorkflow.mts';

await withSharedN8n(async ({ rest, sandbox }) => {
	const { account, baseUrl } = sandbox;
	const good = { username: account.username, apiToken: account.token, baseUrl, encoding: 'json' };
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
