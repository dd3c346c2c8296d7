import type { Account } from '../state.mts';
import type { Tree } from '../wire/tree.mts';
import type { Reply } from '../wire/writeReply.mts';
import type { World } from '../world.mts';

export interface Call {
	world: World;
	/** Whose wallet, senders, lists and reports this is about. */
	account: Account;
	body: Tree;
	now: number;
}

/**
 * What a request would be answered, and what it would change. The test address and lost requests never run the effect,
 * so they change nothing whatever the root does.
 */
export interface Outcome {
	reply: Reply;
	effect?: () => void;
}

/** Throws a Refusal for a status that is not a success. */
export type Root = (call: Call) => Outcome;
