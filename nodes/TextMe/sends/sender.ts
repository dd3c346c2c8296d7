import { shown } from '../../../gateway/values/lists';
import type { GatewayReply } from '../../../gateway/replies/answer';
import { callGateway } from '../../connection/request';
import { notSent, outcomeOf } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import { ofItem } from '../../output/sentence';
import type { Skip } from '../../output/sentence';
import { concurrencyOf } from '../options/common';
import { inParallel } from '../run/inParallel';
import type { Request } from '../run/request';
import type { Item } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';
import { claimedTogether, freeUnsent, withFreeKeys } from './keyed';

/** What differs between requests that send and requests that write. */
interface Steps<R> {
	/** What is due of a request now. */
	due?(request: R): R[];
	/** Right before a request. Returns an error if it cannot be made. */
	before?(request: R): Promise<NodeError | undefined>;
	/** Records that the service accepted a request. */
	accept(request: R, reply: GatewayReply, warning?: string): void;
	/** Why a refusal counts as skipped; undefined for a real refusal. */
	skipFor?(request: R, error: NodeError): Skip | undefined;
	isScheduled?(request: R): boolean;
}

/**
 * Makes requests that send or write, one by one or several at a time. When a failure stops the run, no further request starts.
 * Running requests are still awaited, so that their outcome is known.
 */
export class Sender<Entry, Settings> {
	/** Whether an earlier request of this run has an unknown outcome. */
	private inDoubt = false;
	private sent = 0;
	private count = 0;
	/** Items that were scheduled since the last note of it. */
	private scheduled: Item[] = [];

	constructor(
		private readonly run: Run,
		private readonly steps: Steps<Request<Entry, Settings>>,
	) {}

	async make(requests: Array<Request<Entry, Settings>>): Promise<void> {
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

	private async claim(together: ReadonlyArray<Request<Entry, Settings>> = []): Promise<void> {
		if (this.isStopped || this.run.stop) return;
		await this.run.keys.claim(together.flatMap(({ items }) => items));
	}

	private get isStopped(): boolean {
		return this.run.context.getExecutionCancelSignal()?.aborted === true;
	}

	private async sendPlanned(request: Request<Entry, Settings>): Promise<void> {
		const { run, steps } = this;
		if (this.isStopped) run.stop ??= stopped(run);
		if (run.stop) return;
		if (this.isHeldBack) return fail(run, request.parts, heldBack(run));
		const free = await withFreeKeys(request);
		if (!free) return;
		const due = steps.due?.(free) ?? [free];
		const left = new Set(due.flatMap(({ items }) => items));
		run.keys.release(free.items.filter((item) => !left.has(item)));
		for (const one of due) if (!run.stop) await this.send(one);
	}

	private async send(request: Request<Entry, Settings>): Promise<void> {
		const { run, steps } = this;
		if (this.isHeldBack) return fail(run, request.parts, heldBack(run));
		const error = (await steps.before?.(request)) ?? (await this.request(request));
		if (!error) return;
		const isUnknown = outcomeOf(error) === 'unknown';
		this.inDoubt ||= isUnknown;
		if (!isUnknown) run.keys.release(request.items);
		const why = steps.skipFor?.(request, error);
		for (const share of request.shares) {
			if (why) for (const part of share.parts) part.fate = { kind: 'skipped', why };
			else fail(run, share.parts, error, request.externalIds([share]));
		}
	}

	/** Whether to hold back further batches, because an earlier one has an unknown outcome. Sends of single items go on. */
	private get isHeldBack(): boolean {
		const { effect, limit } = this.run.operation;
		return this.inDoubt && effect === 'send' && limit !== undefined;
	}

	/** Makes a request and records that it was accepted. If the gateway refuses it, returns the error instead. */
	private async request(request: Request<Entry, Settings>): Promise<NodeError | undefined> {
		try {
			this.accept(request, await callGateway(this.run.context, request.call));
			return undefined;
		} catch (caught) {
			return request.errorOf(caught);
		}
	}

	private accept(request: Request<Entry, Settings>, reply: GatewayReply): void {
		const { run, steps } = this;
		const { context } = run;
		const warning = request.warning(reply);
		if (warning) {
			const { onlyItemIndex: item } = request;
			const message = item === undefined || run.rows.length === 1 ? warning : ofItem(warning, item);
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
		steps.accept(request, reply, warning);
		this.sent += request.shares.length;
		if (this.count > request.shares.length) {
			context.sendMessageToUI(`${shown(this.sent)} of ${shown(this.count)} sent`);
		}
		if (steps.isScheduled?.(request)) this.scheduled.push(...request.items);
	}
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
