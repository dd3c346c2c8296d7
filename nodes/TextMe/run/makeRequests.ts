import { shown } from '../../../gateway/values/lists';
import type { GatewayReply } from '../../../gateway/replies/answer';
import { callGateway } from '../../connection/request';
import { isUnknown, notSent } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import type { Skip } from '../../output/sentence';
import { underKeys } from './keys';
import type { Batch } from './batch';
import type { Run } from './run';
import { fail } from './run';

/** What differs between requests that send and others. */
interface Steps<R> {
	/** What is due of a request now. */
	due?: ((request: R) => R[]) | undefined;
	/** Notes that the service accepted a request; default: all of it. */
	accept?(request: R, reply: GatewayReply): void;
	/** Why a refusal counts as skipped; undefined for a real refusal. */
	skipFor?(request: R, error: NodeError): Skip | undefined;
}

/**
 * Makes requests, one by one or several at a time. When a failure stops the run, no further request starts. Running requests are
 * still awaited, so that their outcome is known.
 */
export async function makeRequests<E, S>(
	run: Run,
	requests: Array<Batch<E, S>>,
	steps: Steps<Batch<E, S>> = {},
): Promise<void> {
	const { context, operation } = run;
	const isRead = operation.effect === 'read';
	const all = isRead
		? requests.length
		: requests.reduce((sum, { shares }) => sum + shares.length, 0);
	let done = 0;
	/** A batch is held back when an earlier one has an unknown outcome. Sends of single items go on. */
	let isHeldBack = false;

	async function make(planned: Batch<E, S>): Promise<void> {
		if (context.getExecutionCancelSignal()?.aborted) run.stop ??= stopped(run);
		if (run.stop) return;
		for (const request of isHeldBack ? [planned] : (steps.due?.(planned) ?? [planned])) {
			if (run.stop) return;
			if (isHeldBack) fail(run, request.parts, heldBack(run));
			else await send(request);
		}
	}

	async function send(request: Batch<E, S>): Promise<void> {
		const error = (await run.before?.(request.parts)) ?? (await answered(request));
		if (!error) return;
		const { effect, limit } = operation;
		isHeldBack ||= isUnknown(error) && effect === 'send' && limit !== undefined;
		const why = steps.skipFor?.(request, error);
		for (const share of request.shares) {
			if (why) for (const part of share.parts) part.fate = { kind: 'skipped', why };
			else fail(run, share.parts, error, request.externalIds([share]));
		}
	}

	/** Makes a request and records that it was accepted. If the gateway refuses it, returns the error instead. */
	async function answered(request: Batch<E, S>): Promise<NodeError | undefined> {
		try {
			const reply = await callGateway(context, request.call());
			if (steps.accept) steps.accept(request, reply);
			else request.accept(reply);
		} catch (caught) {
			return request.errorOf(caught);
		}
		const size = isRead ? 1 : request.shares.length;
		done += size;
		// Only the editor shows it.
		if (all > size && context.getMode() === 'manual') {
			const progress = `${shown(done)} of ${shown(all)}`;
			context.sendMessageToUI(
				isRead ? `${operation.action}: ${progress} requests done` : `${progress} sent`,
			);
		}
		return undefined;
	}

	const width = requests[0]?.common.concurrentRequests ?? 1;
	const makeAll = async (free: typeof requests) => {
		const waiting = free.values();
		const worker = async () => {
			for (const request of waiting) await make(request);
		};
		await Promise.all(Array.from({ length: Math.min(width, free.length) }, worker));
	};
	if (run.hasKeys) await underKeys(run, requests, makeAll);
	else await makeAll(requests);
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
