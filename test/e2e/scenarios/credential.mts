import { jwtOf } from '../../../sandbox/jwt.mts';
import { byHand } from '../harness/byHand.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { node } from '../harness/triggerWorkflow.mts';

const A_DAY_AGO = new Date(Date.now() - 86_400_000);

/** n8n's credential test for good and bad credentials, and an HTTP Request node that tries to use one. */
await sharedScenario(async ({ rest, sandbox }) => {
	const { account, baseUrl } = sandbox;
	const good = { username: account.username, apiToken: account.token, baseUrl, encoding: 'json' };
	const credentials: Record<string, Record<string, unknown>> = {
		good,
		'good, XML': { ...good, encoding: 'xml' },
		'unknown token': { ...good, apiToken: 'nobody-knows-this' },
		'a JWT that ends soon': { ...good, apiToken: jwtOf(account.username, A_DAY_AGO, 24 * 86_400) },
		'nothing listens': { ...good, baseUrl: 'http://127.0.0.1:9' },
		'not an address': { ...good, baseUrl: 'my gateway' },
	};
	const verdicts: Record<string, unknown> = {};
	for (const [name, data] of Object.entries(credentials)) {
		const { id } = await rest.createCredential(name, 'textMeApi', data);
		const { status, message } = await rest.testCredential({ id, name, type: 'textMeApi', data });
		verdicts[name] = [status, message];
	}
	const { id } = await rest.createCredential('For HTTP Request', 'textMeApi', good);
	const request = node(
		'HTTP Request',
		'n8n-nodes-base.httpRequest',
		{
			url: `${baseUrl}/api`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'textMeApi',
		},
		{ typeVersion: 4.2, credentials: { textMeApi: { id, name: 'For HTTP Request' } } },
	);
	const httpRequest = await rest
		.createWorkflow(byHand('HTTP Request', [request]))
		.then(() => 'saved', String);
	return { verdicts, httpRequest, changed: sandbox.counters().messages };
});
