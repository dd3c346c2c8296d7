import { decodeReply } from '../../gateway/decode';
import { encodeRequest } from '../../gateway/encode';
import type { Encoding, GatewayTree, ReplyTree } from '../../gateway/tree';

export interface Account {
	baseUrl: string;
	username: string;
	token: string;
}

export interface Question {
	/** The answer is stored under this name. */
	name: string;
	root: string;
	fields?: GatewayTree;
	encoding?: Encoding;
}

export interface Spoken {
	name: string;
	root: string;
	encoding: Encoding;
	request: string;
	/** Missing if no answer came. */
	httpStatus?: number;
	contentType?: string;
	reply: string;
	/** Why no answer came. */
	failure?: string;
	/** Why the answer is not a reply. */
	unread?: string;
	/** If the answer is a reply. */
	status?: number;
	tree: ReplyTree;
}

const PATIENCE = 60_000;

/** Makes one request without retries. A failure is part of the result. */
export async function speak(account: Account, question: Question): Promise<Spoken> {
	const { name, root, fields = {}, encoding = 'json' } = question;
	const { baseUrl, username, token } = account;
	const { body, contentType } = encodeRequest(root, { user: { username }, ...fields }, encoding);
	const asked = { name, root, encoding, request: body } as const;
	try {
		const response = await fetch(`${baseUrl}/api`, {
			method: 'POST',
			redirect: 'manual',
			headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
			body,
			signal: AbortSignal.timeout(PATIENCE),
		});
		const reply = await response.text();
		const decoded = decodeReply(reply, root);
		return {
			...asked,
			httpStatus: response.status,
			contentType: response.headers.get('content-type') ?? undefined,
			reply,
			...(decoded.kind === 'reply'
				? { status: decoded.status, tree: decoded.tree }
				: { unread: decoded.reason, tree: {} }),
		};
	} catch (error) {
		const { message, cause } = error as Error;
		const failure = cause instanceof Error ? `${message}: ${cause.message}` : message;
		return { ...asked, reply: '', failure, tree: {} };
	}
}
