// Loaded into n8n with --import: redirects requests of n8n's own nodes to the stub at VENDOR_STUB. Plain HTTP and kept-alive
// connections make these nodes faster than in reality, so our comparison is strict.
import http from 'node:http';
import https from 'node:https';

const hosts = new Set(['api.twilio.com', 'gateway.seven.io']);
const { VENDOR_STUB } = process.env;
const { request } = https;

if (VENDOR_STUB) {
	const stub = new URL(VENDOR_STUB);
	https.request = (options, ...rest) => {
		if (!hosts.has(options.hostname ?? options.host)) return request(options, ...rest);
		const redirected = {
			...options,
			protocol: stub.protocol,
			hostname: stub.hostname,
			host: stub.hostname,
			port: stub.port,
			agent: http.globalAgent,
			lookup: undefined,
		};
		return http.request(redirected, ...rest);
	};
}
