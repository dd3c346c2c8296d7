import { authenticate } from './authenticate.mts';
import { losesShipment, magicStatus } from './magic.mts';
import { Refusal } from './refusal.mts';
import { statusText } from './requestStatuses.mts';
import type { Outcome } from './roots/root.mts';
import { ROOTS } from './roots/roots.mts';
import type { ReadRequest } from './wire/readRequest.mts';
import type { Reply } from './wire/writeReply.mts';
import type { World } from './world.mts';

interface ApiRequest extends ReadRequest {
	authorization: string | undefined;
	source: string;
}

// Assumption: sendReply
/** The service answers some sends like successes, but they never go out (gateway-api 3, quirk from production). */
function withoutShipment({ reply, effect }: Outcome): Outcome {
	if (!('shipment_id' in reply)) return effect === undefined ? { reply } : { reply, effect };
	return { reply: { ...reply, shipment_id: undefined } };
}

function decide(world: World, request: ApiRequest): Outcome {
	const { root, body, source, authorization } = request;
	if (root === undefined) throw new Refusal(1);
	const answer = ROOTS.get(root);
	if (answer === undefined) throw new Refusal(997);
	const account = authenticate(world, authorization, body, root);
	const status = magicStatus(source);
	if (status !== undefined) return { reply: { status, message: statusText(status) } };
	const outcome = answer({ world, account, body, now: world.clock.now() });
	return losesShipment(source) ? withoutShipment(outcome) : outcome;
}

/** Answers a request and, if `isEffective`, carries it out. Otherwise takes back even the numbers that it used. */
export function handle(world: World, request: ApiRequest, isEffective: boolean): Reply {
	const sequences = { ...world.state.sequences };
	try {
		const { reply, effect } = decide(world, request);
		if (isEffective) effect?.();
		else world.state.sequences = sequences;
		return reply;
	} catch (error) {
		world.state.sequences = sequences;
		if (!(error instanceof Refusal)) throw error;
		const { notVerified = 515 } = world.settings.dialect;
		const { status, message } =
			error.status === 515 && notVerified !== 515 ? new Refusal(notVerified) : error;
		// `verify_phone` has another field for its message (specification, Common rules).
		return request.root === 'verify_phone'
			? { status, verify_message: message }
			: { status, message };
	}
}
