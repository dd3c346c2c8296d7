import type { SomeOperation } from '../../../nodes/TextMe/operation';

/** The roots of an operation; none where its parameters name it. A batch of the same text is an `sms`. */
export function rootsOf(operation: SomeOperation): string[] {
	const { root, limit } = operation;
	if (typeof root === 'string') return [root];
	if (!('message' in operation)) return [];
	return limit === undefined ? ['sms'] : ['sms', 'bulk'];
}
