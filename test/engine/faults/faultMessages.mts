const BROKEN = 'The connection to the service broke before';
const NO_ANSWER = 'The service did not answer in time';

const MESSAGES: Array<[fault: RegExp, ...messages: string[]]> = [
	[/^DNS does not know the host/, 'The address of the service could not be found'],
	[/^Connection refused/, 'The service could not be reached'],
	[
		/during the TLS handshake|opens the tunnel and closes it|^Proxy resets/,
		`${BROKEN} it was secure`,
	],
	[/^TLS refused|^No TLS/, 'No secure connection to the service could be made'],
	[/^Reset /, `${BROKEN} its answer was complete`],
	[/^Proxy closes/, 'Proxy connection ended before receiving CONNECT response'],
	[/^Proxy answers with a header/, 'Invalid header from proxy CONNECT response: "none"'],
	[/^Proxy answers with what is no HTTP/, `${BROKEN} its answer was complete`],
	[/^Proxy answers with 407/, 'The proxy wants a username and password (HTTP 407)'],
	[/^Time-out before sending|^Proxy (never answers|stalls)/, 'The service could not be reached'],
	[/^Stalls |beyond the time-out/, NO_ANSWER],
	...[301, 302, 307].map((status): [RegExp, string] => [
		new RegExp(`^${status} to|^Proxy answers with ${status}`),
		`The service answers from another address (HTTP ${status})`,
	]),
	[/^400/, 'The service did not accept the request (HTTP 400)'],
	[/^401/, 'The service refused access (HTTP 401)'],
	[/^404/, 'The service is not at this address (HTTP 404)'],
	[/^429/, 'The service receives too many requests from you (HTTP 429)'],
	...[200, 403].map((status): [RegExp, string] => [
		new RegExp(`^${status} with the page of a firewall`),
		`A firewall in front of the service refused the request (HTTP ${status})`,
	]),
	[/^403|^Proxy answers with 403/, 'The service refused access (HTTP 403)'],
	...[500, 502, 503].map((status): [RegExp, string] => [
		new RegExp(`^(Proxy answers with )?${status}`),
		`The service is not working properly at the moment (HTTP ${status})`,
	]),
	[/^200|^Empty|^Truncated|^Status (missing|is a word)/, 'The answer is not from the service'],
	[/^Longer than any/, 'The answer of the service is too long'],
	[
		/^Status nobody has listed/,
		'The service answered with an unknown status (status 4711)',
		'The service refused this with an unknown status (status 4711)',
	],
];

export const messagesOf = (fault: string): string[] => {
	const [, ...messages] = MESSAGES.find(([name]) => name.test(fault)) ?? [];
	return messages;
};
