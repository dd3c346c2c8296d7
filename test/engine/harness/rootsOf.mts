import type { Operation } from '../../../nodes/TextMe/operation';

/** An operation's roots; none if its parameters name the root. A batch of equal texts is an `sms`. */
export function rootsOf(operation: Operation): string[] {
	if (!operation.isSend) return operation.root === undefined ? [] : [operation.root];
	if (operation.replyFields?.includes('code')) return ['send_otp'];
	return operation.limit === undefined ? ['sms'] : ['sms', 'bulk'];
}
