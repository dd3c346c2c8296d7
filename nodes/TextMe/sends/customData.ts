import type { Text } from '../../texts/text';
import type { Run } from '../run/run';

/** What people search for to find an execution, under the names in n8n's list of executions. */
interface FoundBy {
	phones: string[];
	shipmentId?: unknown;
	campaignName?: string;
}

/** The most phones to save on an execution. A batch may have thousands. */
const MAX_PHONES = 10;
/** n8n complains about longer values in its log. */
const MAX_CHARACTERS = 255;

/** What a complaint may name of texts that were sent. */
export function foundBy(texts: readonly Text[], shipmentId: unknown): FoundBy {
	const some = texts.slice(0, MAX_PHONES);
	const phones = some.flatMap(({ to }) => ('phone' in to ? to.phone : []));
	return { phones, shipmentId, campaignName: texts[0]?.settings.campaign_name };
}

/**
 * Saves on the execution what a complaint may name, so that people find it with n8n's filter. If the workflow saves no
 * executions, it should keep no phones either. In a rehearsal nobody was texted.
 */
export function saveOnExecution(
	{ context, rehearsal }: Run,
	{ phones, shipmentId, campaignName }: FoundBy,
): void {
	if (rehearsal !== undefined) return;
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
		if (campaignName && !customData.get('campaignName'))
			customData.set('campaignName', campaignName);
	} catch {
		// Older versions of n8n have no custom data here. What was sent is more important.
	}
}
