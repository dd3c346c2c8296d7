import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

import { DEFAULT_BASE_URL, isSameOrigin, resolveBaseUrl } from '../gateway/baseUrl';

/** By the names of n8n's newer requests, and of those the HTTP Request node makes. n8n hands the token on to any host. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/** Tested by the nodes: see `testCredential`. */
export class TextMeApi implements ICredentialType {
	name = 'textMeApi';

	displayName = 'TextMe API';

	icon = { light: 'file:../icons/textme.svg', dark: 'file:../icons/textme.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-textme/n8n-nodes-textme#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: 'The account that owns the token',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Made in the web console under Settings, API Token Management. The address of this n8n must be in the IP allowlist of the account (My Account, Settings).',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: DEFAULT_BASE_URL,
			placeholder: 'e.g. https://019sms.co.il',
			description:
				'The address of the service. 019 SMS and reseller brands run the same gateway under their own address.',
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
			description: 'How requests are written. Both do the same.',
		},
	];

	/**
	 * Our requests carry a path only: the address and the token are put in here. n8n's HTTP Request node may use this
	 * credential for any address, and calls it `uri`.
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const baseURL = resolveBaseUrl(String(credentials.baseUrl));
		const { url, uri } = request as { url?: unknown; uri?: unknown };
		for (const address of [url, uri]) {
			if (address === undefined || isSameOrigin(baseURL, String(address))) continue;
			throw new Error(
				`This credential signs requests to its 'Base URL' only, ${baseURL}, so that the token goes nowhere else. Use that address, or another credential.`,
			);
		}
		return {
			...request,
			...NO_REDIRECTS,
			baseURL,
			headers: {
				...request.headers,
				Authorization: `Bearer ${String(credentials.apiToken).trim()}`,
			},
		};
	};
}
