import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../../shared/nodeError';
import type { Accepted, Skipped } from '../../sending/fate';
import { ACCEPTED, failed } from '../../sending/fate';
import type { Text } from '../../sending/text';
import type { Batch } from './batch';
import { fail } from './fail';
import type { Part } from './parts';

/** Notes that parts of a request failed, each with its own external IDs. */
export function noteFailure(batch: Batch, error: NodeError, parts = batch.parts): void {
	for (const part of parts) {
		const fate = failed(error, batch.externalIds([part]));
		batch.run.fates.note(part.item.itemIndex, fate, part.texts);
	}
}

/** Notes that all parts of a request failed, and stops the run after the last one. */
export function failBatch(batch: Batch, error: NodeError): void {
	const [first, ...others] = batch.parts as [Part, ...Part[]];
	noteFailure(batch, error, others);
	fail(batch.run, first, error, batch.externalIds([first]));
}

/** Notes that the service has accepted a request, and what its reply brought for each part. */
export function accept(
	{ run, parts }: Batch,
	pieces: INodeExecutionData[][],
	fate: Accepted = ACCEPTED,
): void {
	for (const [at, { item, texts, going }] of parts.entries()) {
		const left = going?.left ?? NO_TEXTS;
		const isSent = ({ place }: Text) => !left.some((text) => text.place === place);
		const sent = left.length === 0 ? texts : texts.filter(isSent);
		run.fates.note(item.itemIndex, fate, sent, pieces[at]);
		if (left.length > 0) run.fates.note(item.itemIndex, { ...fate, isOnlyChecked: true }, left);
	}
}

const NO_TEXTS: readonly Text[] = [];

/** Notes that nobody is texted for these parts, which is no failure. */
export function skip({ run, parts }: Batch, fate: Omit<Skipped, 'kind'>): void {
	for (const { item, texts } of parts) {
		run.fates.note(item.itemIndex, { kind: 'skipped', key: item.key, ...fate }, texts);
	}
}
