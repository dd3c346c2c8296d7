import type { Run } from './execute';

/** What people search for to find an execution, under the names in n8n's list of executions. */
interface FoundBy {
	phones: string[];
	shipmentId?: unknown;
	campaignName?: unknown;
}

/** The most phones to save on an execution. */
export const MAX_PHONES = 10;
/** n8n complains about longer values in its log. */
const MAX_CHARACTERS = 255;

/**
 * Saves on the execution what a complaint may name, so that people find it with n8n's filter. If the workflow saves no
 * executions, it should keep no phones either.
 */
export function saveOnExecution(
	{ context }: Run,
	{ phones, shipmentId, campaignName }: FoundBy,
): void {
	if (context.getWorkflowSettings().saveDataSuccessExecution === 'none') return;
	try {
		const { customData } = context;
		const add = (name: string, values: string[], most = Infinity) => {
			const known = (customData.get(name) || undefined)?.split(', ') ?? [];
			const all = [...new Set([...known, ...values])].slice(0, most);
			while (all.join(', ').length > MAX_CHARACTERS) all.pop();
			if (all.length > known.length) customData.set(name, all.join(', '));
		};
		add('phones', phones, MAX_PHONES);
		if (shipmentId) add('shipmentIds', [String(shipmentId)]);
		if (campaignName && !customData.get('campaignName')) {
			customData.set('campaignName', String(campaignName));
		}
	} catch {
		// Older versions of n8n have no custom data here. What was sent is more important.
	}
}
