/*
 * A run ID is `n8n-3f9a2c-1042-0`: node, execution, run index. It is the default campaign name. An external ID adds the item and
 * the index of the text: `n8n-3f9a2c-1042-0-3-0`. `RunParameters` makes the run ID.
 */

const EXTERNAL_ID = /^n8n-[\da-f]{6}-(\d+)-\d+-\d+-\d+$/;

/** The execution that sent a message, by its external ID; empty if the ID is not ours. */
export function executionOf(externalId = ''): { executionId?: string } {
	const [, executionId] = EXTERNAL_ID.exec(externalId) ?? [];
	return executionId === undefined ? {} : { executionId };
}
