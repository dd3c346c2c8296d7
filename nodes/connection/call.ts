import type { DecodedReply } from '../../gateway/decode';
import type { Effect } from '../../gateway/status';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { Account } from './account';

/** The body of a request as it goes over the wire. */
export interface Written {
	bytes: Buffer;
	contentType: string;
}

/**
 * A reply whose status is a success. `secrets` are masked in `message`. `tree` may hold all of them except the token, and
 * `text` all of them.
 */
export type GatewayReply = Extract<DecodedReply, { kind: 'reply' }> & {
	text: string;
	secrets: string[];
};

export interface GatewayCall {
	/** Name of the root element. */
	root: string;
	/** Makes the content of the root element, without `user`. */
	body(): GatewayTree;
	/** The body as it was written before; written now when left out. */
	written?: Written;
	/** Read from the credential when left out. */
	account?: Account;
	effect: Effect;
	timeoutSeconds: number;
	/** Whether a person waits for it in the editor. Then it is not retried, since the person can try again. */
	isAwaited?: boolean;
	/** Username of the sub-account to act for. */
	onBehalfOf?: string;
	/** The input item to name in errors. */
	itemIndex?: number;
	/** The IDs by which to look up a send whose outcome is unknown. */
	externalIds?(): string[] | undefined;
	/** The secrets to mask in the request and in its reply. */
	secrets?(reply?: ReplyTree): string[];
}
