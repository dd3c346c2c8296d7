import { shown } from '../../../gateway/values/lists';
import { maskValue } from '../../../gateway/wire/mask';
import type { ReplyValue } from '../../../gateway/values/tree';
import { tieRowErrors } from '../../../gateway/replies/records';
import type { Message, SendSettings } from '../../../gateway/texts/messages';
import { goesOutAt } from '../../texts/sendingHours';
import type { GatewayReply } from '../../connection/call';
import { notSent, outcomeOf } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import { ofItem } from '../../output/sentence';
import { callGateway } from '../../connection/request';
import { concurrencyOf } from '../options/common';
import { addWarning, noteReplacedNumber, piecesOf } from '../output/item';
import { withinHours } from './hours';
import { claimedTogether, freeUnsent, withFreeKeys } from './keyed';
import { rehearsed } from './rehearsed';
import type { SmsReplies } from './smsReplies';
import { skipFor } from '../run/fate';
import { inParallel } from '../run/inParallel';
import { accept } from '../run/sharedRequest';
import type { Request } from '../run/sharedRequest';
import type { Item, ItemText } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';

/**
 * Makes requests that send or write, one by one or several at a time. When a failure stops the run, no further request starts.
 * Running requests are still awaited, so that their outcome is known.
 */
export class Sender {
	/** Whether an earlier request of this run has an unknown outcome. */
	private inDoubt = false;
	private sent = 0;
	private count = 0;
	/** Items that were scheduled since the last note of it. */
	private scheduled: Item[] = [];

	constructor(
		private readonly run: Run,
		private readonly replies?: SmsReplies,
	) {}

	async make(requests: Request[]): Promise<void> {
		const { run } = this;
		this.count += requests.reduce((sum, { shares }) => sum + shares.length, 0);
		const width = concurrencyOf(run.operation, requests[0]?.common);
		const groups = claimedTogether(requests, run.keys);
		try {
			await this.claim(groups[0]);
			for (const [n, together] of groups.entries()) {
				await this.claim(groups[n + 1]);
				await inParallel(together, width, async (request) => {
					await this.sendPlanned(request);
					request.forget();
				});
				await run.keys.noteSchedule(this.scheduled.splice(0));
				await run.keys.free(together.flatMap(({ items }) => items));
			}
		} finally {
			await freeUnsent(run);
		}
	}

	private async claim(together: Request[] = []): Promise<void> {
		if (this.isStopped || this.run.stop) return;
		await this.run.keys.claim(together.flatMap(({ items }) => items));
	}

	private get isStopped(): boolean {
		return this.run.context.getExecutionCancelSignal()?.aborted === true;
	}

	private async sendPlanned(request: Request): Promise<void> {
		const { run } = this;
		if (this.isStopped) run.stop ??= stopped(run);
		if (run.stop) return;
		if (this.isHeldBack) return fail(run, request.parts, heldBack(run));
		const free = await withFreeKeys(request);
		if (!free) return;
		const due = run.operation.kind === 'send' ? withinHours(free) : [free];
		const left = new Set(due.flatMap(({ items }) => items));
		run.keys.release(free.items.filter((item) => !left.has(item)));
		for (const one of due) {
			const going = run.rehearsal === undefined ? one : await rehearsed(one, run.rehearsal);
			if (going && !run.stop) await this.send(going);
		}
	}

	private async send(request: Request): Promise<void> {
		const { run } = this;
		if (this.isHeldBack) return fail(run, request.parts, heldBack(run));
		const notHeard = await this.replies?.listen(request.parts);
		if (notHeard) {
			run.keys.release(request.items);
			return fail(run, request.parts, notHeard);
		}
		const error = await this.request(request);
		if (!error) return;
		const isUnknown = outcomeOf(error) === 'unknown';
		this.inDoubt ||= isUnknown;
		if (!isUnknown) run.keys.release(request.items);
		const why = skippedBecause(request, error);
		const at = goesOutAt((request.settings ?? {}) as SendSettings, Date.now());
		for (const share of request.shares) {
			if (why) for (const part of share.parts) part.fate = { kind: 'skipped', why };
			else fail(run, share.parts, error, { at, externalIds: request.externalIds([share]) });
		}
	}

	/** Whether to hold back further batches, because an earlier one has an unknown outcome. Sends of single items go on. */
	private get isHeldBack(): boolean {
		const { effect, limit } = this.run.operation;
		return this.inDoubt && effect === 'send' && limit !== undefined;
	}

	/** Makes a request and records its outcome. If the gateway refuses it, returns the error instead. */
	private async request(request: Request): Promise<NodeError | undefined> {
		try {
			await this.accept(request, await callGateway(this.run.context, request.call));
			return undefined;
		} catch (caught) {
			return request.errorOf(caught);
		}
	}

	private async accept(request: Request, reply: GatewayReply): Promise<void> {
		const { run } = this;
		const { context, operation } = run;
		const warning = operation.warning?.(reply, request.entries as never);
		if (warning) {
			const { onlyItemIndex: item } = request;
			const message = item === undefined || run.rows.length === 1 ? warning : ofItem(warning, item);
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
		if (operation.kind === 'send') acceptTexts(request, reply, warning);
		else acceptEntries(request, reply, warning);
		this.sent += request.shares.length;
		if (this.count > request.shares.length) {
			context.sendMessageToUI(`${shown(this.sent)} of ${shown(this.count)} sent`);
		}
		const { timing } = (request.settings ?? {}) as SendSettings;
		if (timing !== undefined) this.scheduled.push(...request.items);
	}
}

/**
 * No send is known to return `errors` with status 0, but any operation may (specification, Errors). The numbers that they name
 * were not accepted.
 */
function acceptTexts(request: Request, reply: GatewayReply, warning: string | undefined): void {
	const now = Date.now();
	const settings = request.settings as SendSettings;
	const at = goesOutAt(settings, now);
	const isScheduled = settings.timing !== undefined;
	const all = piecesOf(request, reply, now);
	const errors = maskValue(reply.tree.errors, reply.secrets) as ReplyValue | undefined;
	const { reasons, notes } =
		errors === undefined
			? { reasons: [], notes: [] }
			: tieRowErrors(
					errors,
					(request.parts as ItemText[]).map(({ to }) => to),
				);
	if (notes.length > 0 && all[0]?.[0]) all[0][0].json.notes = notes;
	let position = 0;
	for (const [n, { parts }] of request.shares.entries()) {
		const pieces = all[n];
		for (const part of parts) {
			const reason = reasons[position++];
			if (reason !== undefined) part.fate = { kind: 'skipped', why: 'rejected', reason };
			else part.fate ??= { kind: 'accepted', pieces, warning, at, isScheduled };
		}
	}
}

function acceptEntries(request: Request, reply: GatewayReply, warning: string | undefined): void {
	const pieces = piecesOf(request, reply);
	if (warning) addWarning(pieces.flat(), warning);
	if (request.rehearsed) noteReplacedNumber(pieces.flat(), request.run.rehearsal ?? '');
	accept(request, pieces);
}

function skippedBecause({ run, settings, entries: [first] }: Request, error: NodeError) {
	// A person who waits for a code must learn that none comes, so this stays an error.
	if (run.operation.kind !== 'send' || (first as Message).code) return undefined;
	return skipFor(error, settings as SendSettings, run.rehearsal !== undefined);
}

/** The error of items held back after a request with an unknown outcome. */
const heldBack = ({ node }: Run) =>
	notSent(node, 'Not sent, because the request before may or may not have been sent', {
		description:
			"Find out whether that request was sent, then send this one separately. 'Retry' sends it too.",
		retryable: true,
	});

const stopped = ({ node }: Run) =>
	notSent(node, 'The execution was stopped', {
		description: 'Nothing more was sent.',
		retryable: true,
	});
