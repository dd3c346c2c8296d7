import type { NodeOperationError } from 'n8n-workflow';

import type { Parameters } from '../../parameters/parameters';

const cannot = (parameters: Parameters, reason: string): NodeOperationError =>
	parameters.refusalAbout('Send and Wait for Response', reason);

function checkThatItCanWait(parameters: Parameters): void {
	const { whyNoWait } = parameters;
	if (whyNoWait) throw cannot(parameters, `is not possible: ${whyNoWait}`);
	if (parameters.canWait) return;
	throw cannot(
		parameters,
		'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
	);
}

export function checkThatItCanRead(parameters: Parameters): void {
	checkThatItCanWait(parameters);
	if (parameters.canWatch) return;
	throw parameters.refusal(
		'responseType',
		"cannot be 'SMS Reply' before n8n 2.3; update n8n, or choose another",
	);
}

export function checkThatItCanShow(parameters: Parameters, isForAll: boolean): void {
	checkThatItCanWait(parameters);
	if (!isForAll || parameters.canAskAll) return;
	if (parameters.itemCount === 1) {
		throw parameters.refusal(
			'reminder',
			parameters.canWatch
				? 'is not possible in a tool; remove the option'
				: 'needs n8n 2.3; update n8n, or remove the option',
		);
	}
	throw cannot(
		parameters,
		`takes one input item at a time ${parameters.canWatch ? 'as a tool' : 'before n8n 2.3'}, not ${parameters.itemCount}; put a Loop Over Items node with batch size 1 before it, or add the option 'First Answer Decides'`,
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
