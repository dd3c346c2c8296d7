import { ConnectProxy, type ProxyAnswer } from '../harness/connectProxy.mts';
import { broken, type BrokenWay } from './brokenNetwork.mts';

/** What goes wrong at a proxy that is to lead to the gateway. */
export interface ProxyBreakage {
	proxy: 'noHost' | 'refused' | ProxyAnswer;
}

let started: Promise<ConnectProxy> | undefined;

/** Breaks the way to a gateway at a proxy, one for all of a process. */
export async function brokenProxy(
	{ proxy: fault }: ProxyBreakage,
	gateway: string,
): Promise<BrokenWay> {
	const proxy = await (started ??= ConnectProxy.start());
	if (typeof fault === 'object') return { ...proxy.lead(gateway, fault), close: () => undefined };
	// The way to the proxy, and not to the gateway, is what is broken: for one operation at a time.
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
