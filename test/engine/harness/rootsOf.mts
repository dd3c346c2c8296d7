import type { Operation } from '../../../nodes/TextMe/operation';

/** The roots of an operation; none where its parameters name it. A batch of the same text is an `sms`. */
export function rootsOf(operation: Operation): string[] {
	if (operation.kind !== 'send') return typeof operation.root === 'string' ? [operation.root] : [];
	if (operation.replyFields?.includes('code')) return ['send_otp'];
	return operation.limit === undefined ? ['sms'] : ['sms', 'bulk'];
}
