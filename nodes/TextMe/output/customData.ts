import type { Text } from '../../texts/text';
import type { Run } from '../run/run';

/** The data by which people search n8n's list of executions, under its names there. */
interface FoundBy {
	phones: string[];
	shipmentId?: unknown;
	campaignName?: string;
}

/** Phones saved on an execution. A batch may have thousands. */
const MAX_PHONES = 10;
/** n8n logs a warning about longer values. */
const MAX_CHARACTERS = 255;

/** What people may quote in a complaint, so that a search finds the execution. */
export function foundBy(texts: readonly Text[], shipmentId: unknown): FoundBy {
	const some = texts.slice(0, MAX_PHONES);
	const phones = some.flatMap(({ to }) => ('phone' in to ? to.phone : []));
	return { phones, shipmentId, campaignName: texts[0]?.settings.campaign_name };
}

/**
 * Saves on the execution what a complaint may name, so that people find it with n8n's filter. Saves nothing if the workflow
 * saves no executions, nor in a rehearsal, which texts no recipient.
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
		// Older n8n versions have no custom data here. The send matters more.
	}
}
