import { ConnectProxy, type ProxyAnswer } from '../harness/connectProxy.mts';
import { broken, type BrokenWay } from './brokenNetwork.mts';

/** What goes wrong at the proxy before the gateway. */
export interface ProxyBreakage {
	proxy: 'noHost' | 'refused' | ProxyAnswer;
}

let started: Promise<ConnectProxy> | undefined;

/** Breaks the way to a gateway at the process's only proxy. */
export async function brokenProxy(
	{ proxy: fault }: ProxyBreakage,
	gateway: string,
): Promise<BrokenWay> {
	const proxy = await (started ??= ConnectProxy.start());
	if (typeof fault === 'object') return { ...proxy.lead(gateway, fault), close: () => undefined };
	// The way to the proxy is broken, not the way to the gateway, so only one operation at a time.
	const way = await broken({ network: fault }, proxy.address);
	process.env.HTTPS_PROXY = way.baseUrl;
	return {
		...way,
		baseUrl: proxy.lead(gateway).baseUrl,
		close: async () => {
			process.env.HTTPS_PROXY = proxy.address;
			await way.close();
		},
	};
}

afterAll(async () => await (await started)?.close());
