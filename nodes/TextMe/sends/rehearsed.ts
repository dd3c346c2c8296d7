import type { SendSettings } from '../../../gateway/texts/messages';
import { findRecords } from '../../../gateway/replies/records';
import { listKey, messageOf } from '../../texts/text';
import type { Texts } from '../../texts/text';
import { callGateway } from '../../connection/request';
import type { SomeCall, Entries } from '../operation';
import { Request } from '../run/sharedRequest';
import { ENOUGH } from '../run/fate';
import type { ItemText } from '../run/row';
import { MAX_IN_A_RUN, rehearse } from '../../texts/rehearsal';

/**
 * Redirects a request to the rehearsal's phone. Texts beyond the rehearsal's limit are only checked. Returns what remains to
 * send.
 */
export async function rehearsed(request: Request, phone: string): Promise<Request | undefined> {
	const { run, shares, settings } = request;
	if (run.operation.kind !== 'send') return standingIn(request, run.operation, phone);
	const texts = request.parts as ItemText[];
	await countLists(request, texts);
	const before = (run.sentCounts().rehearsed ??= {});
	const { texts: sentBefore = 0 } = before;
	const { going, left } = rehearse(texts, phone, MAX_IN_A_RUN - sentBefore, run.sizes);
	before.texts = sentBefore + going.length;
	for (const text of left) text.fate = { kind: 'accepted', onlyChecked: ENOUGH };
	const [first] = going;
	if (!first) return undefined;
	const sent = new Set(going.map(({ itemIndex }) => itemIndex));
	return new Request(
		run,
		shares.filter(({ item }) => sent.has(item.itemIndex)),
		{
			entries: going.map((text) => messageOf([text] as Texts)) as unknown as Entries<unknown>,
			settings: { ...first.settings, timing: (settings as SendSettings).timing },
		},
	);
}

/** Replaces the phone in a request that texts nobody, such as the check of a code. */
function standingIn(request: Request, { rehearsed: about }: SomeCall, phone: string): Request {
	if (!about) return request;
	const { run, shares, settings, entries } = request;
	const inPlace = entries.map((entry) => about(entry, phone)) as unknown as Entries<unknown>;
	return new Request(run, shares, { entries: inPlace, settings });
}

/** Counts the contacts of lists. A list that cannot be read stays uncounted. */
async function countLists({ run, common }: Request, texts: ItemText[]): Promise<void> {
	const { timeoutSeconds, onBehalfOf } = common;
	for (const list of new Set(texts.flatMap(({ to }) => ('list' in to ? to.list : [])))) {
		const key = listKey(list, { account: onBehalfOf });
		if (run.sizes.has(key)) continue;
		// No retry: the send works without the count.
		await callGateway(run.context, {
			...{ root: 'getCLbyID', body: () => ({ cl: { id: list } }), effect: 'read' },
			...{ account: run.account, timeoutSeconds, onBehalfOf, isAwaited: true },
		})
			.then(({ tree }) => run.sizes.set(key, findRecords(tree).records.length))
			.catch(() => undefined);
	}
}
