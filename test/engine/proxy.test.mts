import { ConnectProxy, type ProxyAnswer } from './harness/connectProxy.mts';
import { sendSms } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

interface HttpClient {
	interceptors: {
		request: { use: (change: (config: object) => object) => number; eject: (id: number) => void };
	};
}

const fixture = useSandbox();
const send = sendSms({}, { timeout: 600 });

let proxy: ConnectProxy;
beforeAll(async () => {
	proxy = await ConnectProxy.start();
});
afterAll(async () => await proxy.close());

const sendThrough = async (answer?: ProxyAnswer) => {
	const { baseUrl } = proxy.lead(fixture.sandbox.baseUrl, answer);
	return await fixture.run(send, { credentials: { ...fixture.credentials(), baseUrl } });
};
const refusal = (head: string): ProxyAnswer => ({
	says: `HTTP/1.1 ${head}\r\n\r\n<h1>Sorry</h1>`,
	then: 'close',
});

test('takes HTTP 502 of the gateway itself for an unknown outcome', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 502 });
	const { error } = await sendThrough();
	expect(error?.message).toMatch(/^The service is not working properly.*\(HTTP 502\)/);
	expect(error?.context).toMatchObject({ outcome: 'unknown', httpStatus: 502 });
});

test('blames the proxy when its page is cut off', async () => {
	// Earlier versions of n8n 2 set this limit.
	const { request } = jest.requireActual<HttpClient>('axios').interceptors;
	const asThere = request.use((config) => ({ ...config, maxContentLength: -1 }));
	const { error } = await sendThrough(refusal('502 Bad Gateway\r\nContent-Length: 99'));
	request.eject(asThere);
	expect(error?.message).toMatch(/^The proxy refused to connect to the service \(HTTP 502\)/);
	expect(error?.context).toMatchObject({ outcome: 'rejected' });
});

test('leaves a proxy alone that wants so for an hour', async () => {
	const { error } = await sendThrough(refusal('503 Sorry\r\nRetry-After: 3600'));
	expect(error?.context).toMatchObject({ outcome: 'rejected', retryable: true });
	expect(proxy.asked()).toBe(1);
});
