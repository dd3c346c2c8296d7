import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readRange } from '../connection/addressList';
import { checkEventChoices, pushedEvents } from '../events/eventFields';
import { allowedRanges } from './allowedRanges';
import { MAX_SECONDS, quietMs } from './conversations';

/** A colon would make part of the path a parameter and change the whole address. */
const PATH = /^[\w.~/-]*$/;

/** Refuses invalid settings at activation, before the first push. */
export function checkSettings(context: IHookFunctions): void {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });
	const wrong = allowedRanges(context)?.find((range) => readRange(range) === undefined);
	if (wrong !== undefined) {
		throw refuse(
			`'Allowed Source Addresses' has "${wrong}", which is not an address`,
			'Use addresses such as 203.0.113.7 or ranges such as 198.51.100.0/24.',
		);
	}
	const more = context.getNodeParameter('more', {}) as IDataObject;
	checkEventChoices(
		context.getNode(),
		context.getNodeParameter('events', pushedEvents.default),
		context.getNodeParameter('filters', {}) as IDataObject,
	);
	if (quietMs(more) === undefined) {
		throw refuse(
			`'Quiet Period (Seconds)' is "${String(more.quietSeconds)}"`,
			`Use a number from 0 to ${MAX_SECONDS}.`,
		);
	}
	const { path = '' } = more;
	if (!PATH.test(String(path).trim())) {
		throw refuse(
			`'Own Path' is "${String(path)}", which cannot be the end of an address`,
			'Use English letters, digits, dashes and slashes, e.g. textme/delivery.',
		);
	}
}
