import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scenario } from '../harness/realN8n.mts';

/** What n8n's own test of the credential says of good and bad ones, by name. */
await scenario(async ({ rest, sandbox }) => {
	const page = createServer((_, response) => {
		response.setHeader('content-type', 'text/html');
		response.end('<html><body>Welcome</body></html>');
	});
	await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
	const { account, baseUrl } = sandbox;
	const good = { username: account.username, apiToken: account.token, baseUrl, encoding: 'json' };
	const as = ({ username, token }: { username: string; token: string }) => ({
		...good,
		username,
		apiToken: token,
	});
	const credentials: Record<string, Record<string, unknown>> = {
		good,
		'good, XML': { ...good, encoding: 'xml' },
		'good, pasted with /api/': { ...good, baseUrl: `${baseUrl}/api/` },
		'unknown token': { ...good, apiToken: 'nobody-knows-this' },
		expired: { ...good, apiToken: sandbox.expired.token },
		"another user's": { ...good, apiToken: sandbox.otherUser.token },
		'no token to read back': as(sandbox.noCurrentToken),
		'not entitled to tokens': as(sandbox.noTokenRights),
		'nothing listens': { ...good, baseUrl: 'http://127.0.0.1:9' },
		'not a gateway': {
			...good,
			baseUrl: `http://127.0.0.1:${(page.address() as AddressInfo).port}`,
		},
		'not an address': { ...good, baseUrl: 'my gateway' },
	};
	const verdicts: Record<string, unknown> = {};
	for (const [name, data] of Object.entries(credentials)) {
		const { id } = await rest.createCredential(name, 'textMeApi', data);
		verdicts[name] = await rest.testCredential({ id, name, type: 'textMeApi', data });
	}
	page.close();
	return { verdicts, changed: sandbox.counters().messages };
});
