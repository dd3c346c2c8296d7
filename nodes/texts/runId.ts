/*
 * The ID of a run, `n8n-3f9a2c-1042-0`: node, execution, run index. It is the campaign name unless a person enters another one,
 * and external IDs start with it: item and place follow. `RunParameters` makes it.
 */

const EXTERNAL_ID = /^n8n-[\da-f]{6}-(\d+)-\d+-\d+-\d+$/;

/** The execution that has sent a message, by its external ID; nothing where the ID is not ours. */
export function executionOf(externalId = ''): { executionId?: string } {
	const [, executionId] = EXTERNAL_ID.exec(externalId) ?? [];
	return executionId === undefined ? {} : { executionId };
}
