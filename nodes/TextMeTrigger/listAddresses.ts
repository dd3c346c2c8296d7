import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { SECRET_FIELD } from './receivePush';
import { isReachable } from './reachable';

/** What n8n knows of its webhooks, but does not declare for these functions. */
interface WebhookBase {
	additionalData?: { webhookBaseUrl?: string };
}

function webhookBaseUrl(context: ILoadOptionsFunctions): string {
	const { additionalData } = context as unknown as WebhookBase;
	return additionalData?.webhookBaseUrl ?? `${context.getInstanceBaseUrl()}webhook`;
}

const curl = (address: string, fields: string) => `curl -i '${address}' -d '${fields}'`;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The finished address with a warning where the service cannot reach it, and commands that imitate a push. */
export async function listAddresses(this: ILoadOptionsFunctions): Promise<INodeListSearchResult> {
	const more = (this.getCurrentNodeParameter('more') ?? {}) as IDataObject;
	const protection = (this.getCurrentNodeParameter('protection') ?? {}) as IDataObject;
	const path = text(more.path).trim() || text(this.getCurrentNodeParameter('addressId'));
	const secret = text(protection.secret);
	const query = secret === '' ? '' : `?${SECRET_FIELD}=${encodeURIComponent(secret)}`;
	const address = `${webhookBaseUrl(this)}/${path.replace(/^\/|\/$/g, '')}${query}`;
	const lines = [
		...(isReachable(address)
			? []
			: [
					'The service cannot reach this address: it is one of your own network only. Set N8N_WEBHOOK_URL',
				]),
		address,
		curl(address, 'external_id=1&status=102&phone=972501234567&date=01/05/26 10:30:00'),
		curl(address, 'phone=972501234567&dest=0559000100&message=Hello&date=01/05/26 10:30:00'),
		curl(address, 'dest=972501234567&date=01/05/26 10:30:00'),
	];
	return { results: lines.map((line) => ({ name: line, value: line })) };
}
