import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { output, type N8nRest } from '../../../demo/n8nRest.mts';
import { jwtOf } from '../../../sandbox/jwt.mts';
import { byHand, carriedOut } from '../harness/byHand.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { node } from '../harness/triggerWorkflow.mts';

const A_DAY_AGO = new Date(Date.now() - 86_400_000);

async function listen(answer: RequestListener) {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** The output of n8n's own HTTP Request node for a request with a TextMe credential, or why n8n does not save it. */
async function httpRequest(rest: N8nRest, id: string, url: string, options: object = {}) {
	const request = node(
		'HTTP Request',
		'n8n-nodes-base.httpRequest',
		{
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'textMeApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{"balance":{"user":{"username":"demo"}}}',
			options,
		},
		{
			typeVersion: 4.2,
			credentials: { textMeApi: { id, name: 'good' } },
			onError: 'continueRegularOutput',
		},
	);
	try {
		return output(await carriedOut(rest, byHand('HTTP Request', [request])), 'HTTP Request')[0];
	} catch (error) {
		return { notSaved: (error as Error).message };
	}
}

/** The results of n8n's credential test for good and bad credentials, and of HTTP Request nodes that use them. */
await sharedScenario(async ({ rest, sandbox }) => {
	const tokensElsewhere: Array<string | undefined> = [];
	const page = await listen((request, response) => {
		tokensElsewhere.push(request.headers.authorization);
		response.setHeader('content-type', 'text/html');
		response.end('<html><body>Welcome</body></html>');
	});
	const redirecting = await listen((_, response) => {
		response.writeHead(307, { location: `${page.address}/api` });
		response.end();
	});
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
		verdicts[name] = await rest.testCredential({ id, name, type: 'textMeApi', data });
	}
	tokensElsewhere.length = 0;
	const idOf = async (data: Record<string, unknown>) =>
		(await rest.createCredential('HTTP Request', 'textMeApi', data)).id;
	const own = await idOf(good);
	const moved = await idOf({ ...good, baseUrl: redirecting.address });
	const httpRequests = {
		own: await httpRequest(rest, own, `${baseUrl}/api`),
		elsewhere: await httpRequest(rest, own, `${page.address}/api`),
		redirected: await httpRequest(rest, moved, `${redirecting.address}/api`),
		proxied: await httpRequest(rest, own, `${baseUrl}/api`, { proxy: page.address }),
		unchecked: await httpRequest(rest, own, `${baseUrl}/api`, { allowUnauthorizedCerts: true }),
	};
	page.close();
	redirecting.close();
	return { verdicts, httpRequests, tokensElsewhere, changed: sandbox.counters().messages };
});
