import type { IDataObject } from 'n8n-workflow';

import { checkSwitch } from '../../../../gateway/values/checks';
import type { DeliveryReport } from '../../../../gateway/events/deliveryReport';
import { latestPerMessage, mergeReports } from '../../../../gateway/events/deliveryReport';
import { option, unlessEmpty } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';
import { readFoundReport } from '../../../events/feeds';
import { recordsOf } from '../../../output/replies';
import type { GatewayReply } from '../../../connection/call';

/** The delivery reports of a reply (specification, dlr). */
export const reportsIn = (reply: GatewayReply): IDataObject[] =>
	recordsOf(reply, (record) => ({ ...readFoundReport(record) }) as IDataObject);

/** Fields that a model does not need. */
export const NOT_FOR_MODELS = [
	'eventId',
	'phoneInternational',
	'status',
	'operator',
	'sender',
	'executionId',
];

export const latestOption = option({
	displayName: 'Latest per Message',
	name: 'latestPerMessage',
	type: 'boolean',
	default: true,
	description:
		'Whether to return only the last report of each message. A message may have several, e.g. sent first and delivered later.',
	read: unlessEmpty(checkSwitch),
});

export const isLatestOnly = (parameters: Parameters): boolean =>
	parameters.option(latestOption) === true;

/** The reports of all requests of an item, without duplicates from the minute that two windows share. */
export function mergedReports(outputs: IDataObject[][], latestOnly: boolean): IDataObject[] {
	const reports = mergeReports(outputs as Array<Array<IDataObject & DeliveryReport>>);
	return latestOnly ? latestPerMessage(reports) : reports;
}
