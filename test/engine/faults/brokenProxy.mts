import { ConnectProxy, type ProxyAnswer } from '../harness/connectProxy.mts';
import type { BrokenWay } from './brokenNetwork.mts';

let started: Promise<ConnectProxy> | undefined;

/** A way to a gateway through a proxy that answers so instead. */
export async function brokenProxy(answer: ProxyAnswer, gateway: string): Promise<BrokenWay> {
	const proxy = await (started ??= ConnectProxy.start());
	return { ...proxy.lead(gateway, answer), close: () => undefined };
}

afterAll(async () => await (await started)?.close());
