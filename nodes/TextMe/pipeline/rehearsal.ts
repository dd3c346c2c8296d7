import type { INodeExecutionData } from 'n8n-workflow';

import { findRecords } from '../../../gateway/records';
import { rehearseInRun } from '../../sending/rehearsal';
import type { ListSizes } from '../../sending/rehearsal';
import type { Text, Texts } from '../../sending/text';
import { messageOf } from '../../sending/text';
import { callGateway } from '../../shared/request';
import { Batch } from './batch';
import { markRehearsal, markStandIn, unsentPieces } from './outputs';
import type { Part } from './parts';

/**
 * Changes a request so that all it sends goes to the one phone. Parts that are beyond what a run may send are noted as only
 * checked. Returns the request that is left, if any.
 */
export async function rehearsed(batch: Batch, phone: string): Promise<Batch | undefined> {
	const { run } = batch;
	if (!run.operation.message) return standingIn(batch, phone);
	const texts = batch.parts.flatMap((part) => part.texts);
	const sizes = await sizesOf(batch, texts);
	const { going, left } = rehearseInRun(run.context, texts, phone, sizes);
	const toSend: Part[] = [];
	for (const part of batch.parts) {
		const isOwn = ({ itemIndex }: Text) => itemIndex === part.item.itemIndex;
		const sent = going.filter(isOwn);
		const [first] = sent;
		if (!first) {
			noteOnlyChecked(batch, part, phone, sizes);
			continue;
		}
		const entries = sent.map((text) => messageOf([text] as Texts));
		const { settings } = first;
		toSend.push({ ...part, going: { entries, settings, sent, left: left.filter(isOwn), sizes } });
	}
	return toSend.length > 0 ? new Batch(run, toSend) : undefined;
}

/** What texts nobody, but is about a phone, is about the one phone. */
function standingIn(batch: Batch, phone: string): Batch {
	const { rehearsed: about } = batch.run.operation;
	if (!about) return batch;
	const parts = batch.parts.map((part): Part => {
		const entries = [about(part.entry as object, phone)];
		const going = { entries, settings: part.settings, sent: [], left: [], sizes: new Map() };
		return { ...part, going };
	});
	return new Batch(batch.run, parts);
}

/** Says in the outputs of a request whom it has reached in place of others. */
export function markRehearsed({ run, parts }: Batch, pieces: INodeExecutionData[][]): void {
	const { rehearsal: phone, operation } = run;
	if (phone === undefined) return;
	for (const [at, { going }] of parts.entries()) {
		const own = pieces[at] ?? [];
		if (going && operation.message) markRehearsal(own, { ...going, phone });
		else if (going) markStandIn(own, phone);
	}
}

function noteOnlyChecked(batch: Batch, part: Part, phone: string, sizes: ListSizes): void {
	const { run } = batch;
	const pieces = unsentPieces(run, part);
	markRehearsal(pieces, { phone, sent: [], left: part.texts, sizes });
	run.fates.note(
		part.item.itemIndex,
		{ kind: 'accepted', isOnlyChecked: true },
		part.texts,
		pieces,
	);
}

/** A contact list that cannot be read has no size. */
async function sizesOf({ run, common }: Batch, texts: Text[]): Promise<ListSizes> {
	const sizes = new Map<string, number>();
	const { timeoutSeconds, onBehalfOf } = common;
	for (const list of new Set(texts.flatMap(({ to }) => ('list' in to ? to.list : [])))) {
		// Not retried, since the send goes on without it.
		await callGateway(run.context, {
			...{ root: 'getCLbyID', body: () => ({ cl: { id: list } }), effect: 'read' },
			...{ account: run.account, timeoutSeconds, onBehalfOf, isAwaited: true },
		})
			.then(({ tree }) => sizes.set(list, findRecords(tree).records.length))
			.catch(() => undefined);
	}
	return sizes;
}
