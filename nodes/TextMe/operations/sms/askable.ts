import type { NodeOperationError } from 'n8n-workflow';

import type { Parameters } from '../../parameters/parameters';

const SUBJECT = 'Send and Wait for Response';

const cannot = (parameters: Parameters, reason: string): NodeOperationError =>
	parameters.refusalAbout(SUBJECT, reason);

export function checkThatItCanWait(parameters: Parameters): void {
	parameters.checkVersion(SUBJECT);
	if (parameters.canWait) return;
	throw cannot(
		parameters,
		'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
	);
}

export function checkThatItCanShow(parameters: Parameters, isForAll: boolean): void {
	checkThatItCanWait(parameters);
	if (!isForAll || !parameters.isForModel) return;
	if (parameters.itemCount === 1) {
		throw parameters.refusal('reminder', 'is not possible in a tool; remove the option');
	}
	throw cannot(
		parameters,
		`takes one input item at a time as a tool, not ${parameters.itemCount}; put a Loop Over Items node with batch size 1 before it, or add the option 'First Answer Decides'`,
	);
}

/** Refuses to remind people of a question that somebody else may have decided. */
export function checkReminder(parameters: Parameters, firstDecides: boolean): void {
	if (!firstDecides) return;
	throw parameters.refusal(
		'reminder',
		"cannot be combined with 'First Answer Decides'; remove one of the two options",
	);
}
