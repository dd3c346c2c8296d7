// Loaded into n8n with --import: redirects the requests of n8n's Twilio node to the stand-in at TWILIO. Plain HTTP and
// kept-alive connections make it faster than in reality, so our comparison is strict.
import http from 'node:http';
import https from 'node:https';

const { TWILIO } = process.env;
const { request } = https;

if (TWILIO) {
	const { protocol, hostname, port } = new URL(TWILIO);
	const standIn = { protocol, hostname, host: hostname, port, agent: http.globalAgent };
	https.request = (options, ...rest) =>
		(options.hostname ?? options.host) === 'api.twilio.com'
			? http.request({ ...options, ...standIn, lookup: undefined }, ...rest)
			: request(options, ...rest);
}
