import { phonesIn } from '../../../gateway/doubtfulPhones';
import { counted } from '../../planning/runFigures';
import type { SendSettings } from '../../../gateway/messages';
import { shipmentIn } from '../../../gateway/status';
import { skipOf } from '../../sending/fate';
import type { GatewayReply } from '../../shared/call';
import { isNodeError, notSent, outcomeOf, statusOf } from '../../shared/nodeError';
import type { NodeError } from '../../shared/nodeError';
import { callGateway } from '../../shared/request';
import { concurrencyOf } from '../options/common';
import type { Batch } from './batch';
import { foundBy, saveOnExecution } from './customData';
import { withinHours } from './hours';
import { inParallel } from './inParallel';
import { claimedTogether, inTurns, lanesOf, releaseUnsent, withFreeKeys } from './keyed';
import { accept, failBatch, skip } from './noting';
import { addWarning, piecesOf } from './outputs';
import { markRehearsed, rehearsed } from './rehearsal';
import type { Run } from './run';

/**
 * Makes the requests of an operation that sends or writes: one after the other, or several at a time. When a failure stops the
 * run, no further request starts. Requests under way are still awaited, so that their outcome is known.
 */
export async function sendBatches(run: Run, batches: Batch[]): Promise<void> {
	await new Sending(run, batches).all();
}

class Sending {
	private readonly width: number;
	/** Whether an earlier request of this run has an unknown outcome. */
	private inDoubt = false;
	private sent = 0;
	private readonly count: number;

	constructor(
		private readonly run: Run,
		private readonly batches: Batch[],
	) {
		this.width = concurrencyOf(run.operation, batches[0]?.common);
		this.count = batches.reduce((sum, { parts }) => sum + parts.length, 0);
	}

	async all(): Promise<void> {
		const { run, width } = this;
		const groups = claimedTogether(this.batches, run.keys);
		try {
			await this.claim(groups[0]);
			for (const [n, together] of groups.entries()) {
				await this.claim(groups[n + 1]);
				const lanes = lanesOf(together, width);
				await inParallel(lanes, width, async (lane) => await this.sendLane(lane), gravest);
			}
		} finally {
			await releaseUnsent(run);
		}
	}

	private async claim(together: Batch[] = []): Promise<void> {
		if (this.isStopped) return;
		await this.run.keys.claim(together.flatMap(({ items }) => items));
	}

	private get isStopped(): boolean {
		return this.run.context.getExecutionCancelSignal()?.aborted === true;
	}

	private async sendLane(lane: Batch[]): Promise<void> {
		for (const planned of lane) {
			await this.sendPlanned(planned);
			planned.forget();
		}
	}

	private async sendPlanned(batch: Batch): Promise<void> {
		const { keys } = this.run;
		if (this.isStopped) throw stopped(this.run);
		if (this.isHeldBack) return failBatch(batch, heldBack(this.run));
		for (const turn of inTurns(batch, keys)) {
			const free = await withFreeKeys(turn);
			if (free) await this.sendDue(free);
		}
	}

	/** Sends what is due of a request: the sending hours may have ended, and a rehearsal sends to the one phone. */
	private async sendDue(batch: Batch): Promise<void> {
		const { rehearsal, keys } = this.run;
		const due = withinHours(batch);
		const left = new Set(due.flatMap(({ items }) => items));
		await keys.release(batch.items.filter((item) => !left.has(item)));
		for (const one of due) {
			const going = rehearsal === undefined ? one : await rehearsed(one, rehearsal);
			if (going) await this.send(going);
		}
	}

	private async send(batch: Batch): Promise<void> {
		const error = this.isHeldBack ? heldBack(this.run) : await this.request(batch);
		if (!error) return;
		const isUnknown = outcomeOf(error) === 'unknown';
		this.inDoubt ||= isUnknown;
		if (!isUnknown) await this.run.keys.release(batch.items);
		const why = skippedBecause(batch, error);
		if (why) skip(batch, { why });
		else failBatch(batch, error);
	}

	/** Whether requests stay unsent because the outcome of an earlier one is unknown. A send of one item says nothing of others. */
	private get isHeldBack(): boolean {
		const { effect, limit } = this.run.operation;
		return this.inDoubt && effect === 'send' && limit !== undefined;
	}

	/**
	 * Makes a request and notes its outcome, unless it is refused: then it returns the error. Where the refusal may be about a
	 * spelling, it tries the other one.
	 */
	private async request(batch: Batch, isRespelled = false): Promise<NodeError | undefined> {
		const { run, count } = this;
		const { context, operation } = run;
		try {
			const reply = await callGateway(context, { ...batch.request, effect: operation.effect });
			const pieces = piecesOf(batch, reply);
			warn(batch, reply, pieces);
			markRehearsed(batch, pieces);
			accept(batch, pieces);
			this.sent += batch.parts.length;
			if (this.batches.length > 1) {
				context.sendMessageToUI(`${counted(this.sent)} of ${counted(count)} sent`);
			}
			await noteSent(batch, reply);
			return undefined;
		} catch (caught) {
			const error = batch.errorOf(caught);
			const other = isRespelled ? undefined : batch.respelled(error);
			if (!other) return error;
			const second = await this.request(other, true);
			return second && statusOf(second) === statusOf(error) ? error : second;
		}
	}
}

function skippedBecause({ run, settings }: Batch, error: NodeError) {
	// Whoever waits for a code has to know that none comes.
	const isText = run.operation.message && run.operation.root !== 'send_otp';
	if (!isText) return undefined;
	return skipOf(error, settings as SendSettings, run.rehearsal !== undefined);
}

/** Saves what helps later. An error here must not fail a sent batch: its keys would be free, and it would go out again. */
async function noteSent(batch: Batch, { tree }: GatewayReply): Promise<void> {
	const { run, items } = batch;
	const texts = batch.parts.flatMap((part) => part.texts);
	if (texts.some(({ settings }) => settings.timing !== undefined)) {
		await run.keys.noteSchedule(items).catch(() => undefined);
	}
	if (run.operation.effect !== 'send') return;
	const found = foundBy(texts, shipmentIn(tree));
	saveOnExecution(
		run,
		texts.length > 0 ? found : { ...found, phones: phonesIn(batch.request.body()) },
	);
}

/** The error of a send that may have gone out comes before all others, because that send must not be repeated. */
const gravest = (errors: unknown[]): unknown =>
	errors.find((error) => isNodeError(error) && outcomeOf(error) === 'unknown') ?? errors[0];

/** Warns about a reply that needs attention: above the output, once for each request, and in the result of every item. */
function warn(batch: Batch, reply: GatewayReply, pieces: ReturnType<typeof piecesOf>): void {
	const { run, onlyItemIndex, entries } = batch;
	const warning = run.operation.warning?.(reply, entries);
	if (!warning) return;
	const message = onlyItemIndex === undefined ? warning : `${warning} [item ${onlyItemIndex}]`;
	run.context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	addWarning(pieces.flat(), warning);
}

/** The failure of items that are held back after a request of unknown outcome. */
const heldBack = ({ node }: Run) =>
	notSent(node, 'Not sent, because the request before may or may not have been sent', {
		description:
			"Send it on its own once you know what became of that request. 'Retry' sends it, too.",
		retryable: true,
	});

const stopped = ({ node }: Run) =>
	notSent(node, 'The execution was stopped', {
		description: 'Nothing more was sent.',
		retryable: true,
	});
