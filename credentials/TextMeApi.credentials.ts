import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

import {
	BASE_URL_019,
	baseUrlOf,
	DEFAULT_BASE_URL,
	isSameOrigin,
	OTHER_ADDRESS,
	tokenOf,
} from '../gateway/wire/credential';

/** For n8n's newer requests and its older ones. Without these, n8n sends the token to any host that a redirect names. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/**
 * Whether a request has options that let its author read the token on its way. Our own requests have none: n8n itself applies
 * the proxy of its environment.
 */
function hasDetour(request: object): boolean {
	const { headers, agentOptions, ...options } = request as Record<string, unknown>;
	const isOff = ['rejectUnauthorized', 'strictSSL'].some((name) => options[name] === false);
	const isSet = ['proxy', 'skipSslCertificateValidation', 'agent', 'httpAgent', 'httpsAgent'].some(
		(name) => Boolean(options[name]),
	);
	const hasHost = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'host');
	return isOff || isSet || hasHost || Object.keys(agentOptions ?? {}).length > 0;
}

/** The address of our own requests, which need no check. */
const OWN_PATH = '/api';

/** The nodes test it: see `testCredential`. */
export class TextMeApi implements ICredentialType {
	name = 'textMeApi';

	displayName = 'TextMe API';

	icon = { light: 'file:../icons/textme.svg', dark: 'file:../icons/textme.dark.svg' } as const;

	/** Only our nodes may use this credential. Older n8n versions ignore this: there, HTTP Request can use it too. */
	restrictToSupportedNodes = true as const;

	documentationUrl = 'https://github.com/n8n-nodes-textme/n8n-nodes-textme#credential';

	properties: INodeProperties[] = [
		{
			displayName:
				"This is a rehearsal: everything goes to one phone. To send to people, empty 'Send Everything to This Phone'.",
			name: 'rehearsalNotice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { rehearsalPhone: [''] } },
		},
		{
			displayName: 'Service',
			name: 'baseUrl',
			type: 'options',
			// A credential may contain an address instead of a choice.
			typeOptions: { allowArbitraryValues: true },
			options: [
				{ name: 'TextMe', value: DEFAULT_BASE_URL },
				{ name: '019 SMS', value: BASE_URL_019 },
				{ name: 'Other Address', value: OTHER_ADDRESS },
			],
			default: DEFAULT_BASE_URL,
			description: 'Where you log in. If you bought from a reseller, choose Other Address.',
		},
		{
			displayName: 'Base URL',
			name: 'address',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://sms.example.co.il',
			description: 'The address where you log in, as your browser shows it',
			displayOptions: { show: { baseUrl: [OTHER_ADDRESS] } },
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: 'The account that the token belongs to',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Create one in the web console of the service under Settings → API Token Management. Under My Account → Settings, add the IP address of your n8n to the authorized addresses.',
		},
		{
			displayName: 'Request Format',
			name: 'encoding',
			type: 'options',
			options: [
				{ name: 'JSON', value: 'json' },
				{ name: 'XML', value: 'xml' },
			],
			default: 'json',
			description:
				'How the node writes its requests. Change it only if the service cannot read them.',
			displayOptions: { hide: { baseUrl: [DEFAULT_BASE_URL, BASE_URL_019] } },
		},
		{
			displayName: 'Send Everything to This Phone',
			name: 'rehearsalPhone',
			type: 'string',
			default: '',
			placeholder: 'e.g. 050-1234567',
			description:
				'For a rehearsal: every text, call and code goes to this number alone, with the intended number in front. Nobody else gets anything. Leave it empty to send to people.',
		},
	];

	/**
	 * Adds the address and the token to our requests, which have only a path. Other nodes may use this credential with any
	 * address (they call it `uri`) and any options.
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		if (hasDetour(request)) {
			throw new Error(
				'This credential signs no request with a proxy, certificate or Host header of its own, or without a check of the certificate, so that nobody reads the token on its way. Take these options out. A proxy of your network belongs into HTTPS_PROXY of n8n.',
			);
		}
		const baseURL = baseUrlOf(credentials);
		const { url, uri } = request as { url?: unknown; uri?: unknown };
		for (const address of [url, uri]) {
			if (address === undefined || address === OWN_PATH) continue;
			if (isSameOrigin(baseURL, String(address))) continue;
			throw new Error(
				`This credential signs requests to ${baseURL} only, so that the token goes nowhere else. Use that address, or another credential.`,
			);
		}
		return {
			...request,
			...NO_REDIRECTS,
			baseURL,
			headers: {
				...request.headers,
				Authorization: `Bearer ${tokenOf(credentials.apiToken)}`,
			},
		};
	};
}
