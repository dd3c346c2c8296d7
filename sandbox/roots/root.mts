import type { Account } from '../state.mts';
import type { Tree } from '../wire/tree.mts';
import type { Reply } from '../wire/writeReply.mts';
import type { World } from '../world.mts';

export interface Call {
	world: World;
	account: Account;
	body: Tree;
	now: number;
}

/** The reply to a request, and its effect. For a lost request, the effect never runs. */
export interface Outcome {
	reply: Reply;
	effect?: () => void;
}

/** Throws a Refusal for a status that is no success. */
export type Root = (call: Call) => Outcome;
