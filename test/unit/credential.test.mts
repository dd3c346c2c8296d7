import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { TextMeApi } from '../../credentials/TextMeApi.credentials';

type Sign = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

const sign = (
	request: object,
	entered: ICredentialDataDecryptedObject = { baseUrl: 'https://my.textme.co.il' },
) =>
	(new TextMeApi().authenticate as Sign)(
		{ username: 'demo', apiToken: ' s3cret ', ...entered },
		request as IHttpRequestOptions,
	);

test('keeps the token as a password', () => {
	const token = new TextMeApi().properties.find(({ name }) => name === 'apiToken');
	expect(token?.typeOptions?.password).toBe(true);
});

// The forms of our requests, of the credential test's, and of n8n's HTTP Request.
test.each([
	[{ url: '/api' }],
	[{ url: 'HTTPS://MY.textme.co.il:443/api?x=1' }],
	[{ uri: 'https://my.textme.co.il/api' }],
	[{ url: '/api', baseURL: 'https://evil.example' }],
])('signs a request to %j, and follows no redirect', async (request) => {
	expect(await sign({ headers: { Accept: 'x' }, ...request })).toMatchObject({
		...request,
		baseURL: 'https://my.textme.co.il',
		headers: { Accept: 'x', Authorization: 'Bearer s3cret' },
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		maxRedirects: 0,
	});
});

test.each([
	...['http://my.textme.co.il/api', 'https://my.textme.co.il:8443/api', 'https://', 'data:,x'],
	...['https://my.textme.co.il.evil.example/api', 'https://my.textme.co.il@evil.example/api'],
	...['https://evil.example\\@my.textme.co.il/api', '//evil.example/api', '/\\evil.example/api'],
	...[' https://evil.example/api', 'ht\ntps://evil.example/api', 'ftp://my.textme.co.il/api'],
])('signs no request to %j', async (url) => {
	for (const request of [{ url }, { uri: url }, { url: '/api', uri: url }]) {
		await expect(sign(request)).rejects.toThrow(
			'This credential signs requests to https://my.textme.co.il only',
		);
	}
});

// n8n before 2.20 lets HTTP Request use any credential, with these options.
test.each([
	[{ proxy: 'http://evil.example:3128' }],
	[{ proxy: { host: 'evil.example', port: 3128 } }],
	[{ rejectUnauthorized: false }],
	[{ skipSslCertificateValidation: true }],
	[{ agentOptions: { rejectUnauthorized: false } }],
	[{ agentOptions: { ca: 'a certificate of evil.example' } }],
	[{ httpsAgent: {} }],
	[{ headers: { Host: 'evil.example' } }],
])('does not sign a request that somebody on its way could read: %j', async (options) => {
	for (const address of [{ url: '/api' }, { uri: 'https://my.textme.co.il/api' }]) {
		await expect(sign({ ...address, ...options })).rejects.toThrow(
			/^This credential signs no request with a proxy, certificate or Host header of its own/,
		);
	}
});

// HTTP Request writes these if the options are off.
test.each([
	[{ rejectUnauthorized: true }],
	[{ proxy: '' }],
	[{ proxy: undefined, agentOptions: undefined }],
	[{ agentOptions: {} }],
])('signs a request with %j', async (options) => {
	expect(await sign({ url: '/api', ...options })).toMatchObject({ url: '/api' });
});

test('n8n hands the credential to our nodes only', () =>
	expect(new TextMeApi().restrictToSupportedNodes).toBe(true));

test('plain http is signed where the Base URL is plain http, on this machine', async () => {
	const request = { url: 'http://127.0.0.1:8090/api' };
	expect(await sign(request, { baseUrl: 'http://127.0.0.1:8090/' })).toMatchObject(request);
	for (const [baseUrl, said] of [
		['https://127.0.0.1:8090', 'This credential signs requests to'],
		['http://127.0.0.1:8091', 'This credential signs requests to'],
		['http://my.textme.co.il', 'plain http'],
	] as const) {
		await expect(sign(request, { baseUrl })).rejects.toThrow(said);
	}
});

test.each([
	[{ baseUrl: 'https://my.textme.co.il' }, 'https://my.textme.co.il'],
	[{ baseUrl: 'https://019sms.co.il', address: 'https://left.behind' }, 'https://019sms.co.il'],
	[{ baseUrl: 'other', address: 'sms.reseller.example/api/' }, 'https://sms.reseller.example'],
	// Credentials from before there was a choice.
	[{ baseUrl: 'https://sms.reseller.example' }, 'https://sms.reseller.example'],
])('leads by the base URL %j to %s', async (credential, baseURL) => {
	expect(await sign({ url: '/api' }, credential)).toMatchObject({ baseURL });
});

test.each([
	[{ baseUrl: 'other', address: '' }, "'Base URL'"],
	[{}, "'Service'"],
])('asks for an address where the credential has %j', async (entered, field) => {
	const signed = sign({ url: '/api' }, entered);
	await expect(signed).rejects.toThrow(`${field} in the credential is not an address`);
});

test('asks for a service by its name in a new credential, and for the format with another address only', () => {
	const { properties } = new TextMeApi();
	const service = properties.find(({ name }) => name === 'baseUrl');
	expect(service?.options?.map(({ name }) => name)).toEqual(['TextMe', '019 SMS', 'Other Address']);
	const format = properties.find(({ name }) => name === 'encoding');
	expect(format?.displayOptions?.hide?.baseUrl).toEqual([
		'https://my.textme.co.il',
		'https://019sms.co.il',
	]);
});

const ALWAYS = ['username', 'apiToken', 'baseUrl', 'rehearsalPhone'];
test.each([
	['https://019sms.co.il', '', []],
	['other', '', ['address', 'encoding']],
	['other', '0501234567', ['address', 'encoding', 'rehearsalNotice']],
])('shows the fields of %j, and says of %j that it is a rehearsal', (baseUrl, phone, more) => {
	const values = { baseUrl, rehearsalPhone: phone };
	const shown = new TextMeApi().properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, null, null),
	);
	expect(shown.map(({ name }) => name).sort()).toEqual([...ALWAYS, ...more].sort());
});
