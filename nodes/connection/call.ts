import type { DecodedReply } from '../../gateway/wire/decode';
import type { Effect } from '../../gateway/replies/status';
import type { GatewayTree, ReplyTree } from '../../gateway/values/tree';
import type { Account } from './account';

export interface Written {
	bytes: Buffer;
	contentType: string;
}

/**
 * A reply whose status is a success. `message` has its `secrets` masked. `tree` may contain all secrets except the token, and
 * `text` all of them.
 */
export type GatewayReply = Extract<DecodedReply, { kind: 'reply' }> & {
	text: string;
	secrets: string[];
};

export interface GatewayCall {
	root: string;
	/** The content of the root element, without `user`. */
	body(): GatewayTree;
	/** The body, if it was written before. */
	written?: Written;
	/** Default: from the credential. */
	account?: Account;
	effect: Effect;
	timeoutSeconds: number;
	/** Whether a person waits for it in the editor. If so, no retry: the person can try again. */
	isAwaited?: boolean;
	/** Username of the sub-account to act for. */
	onBehalfOf?: string;
	itemIndex?: number;
	/** External IDs to look up a send with an unknown outcome. */
	externalIds?(): string[] | undefined;
	/** The secrets to mask in the request and its reply. */
	secrets?(reply?: ReplyTree): string[];
}
