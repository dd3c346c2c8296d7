import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { DeliveryReport } from '../../../../gateway/deliveryReport';
import { readDeliveryReport } from '../../../../gateway/deliveryReport';
import { latestPerMessage, mergeReports } from '../../../../gateway/mergeReports';
import type { Parameters } from '../../parameters';
import { recordsOf } from '../../replies';
import type { GatewayReply } from '../../../shared/request';

/** The delivery reports of a reply (specification, dlr). */
export const reportsIn = (reply: GatewayReply): IDataObject[] =>
	recordsOf(reply, {
		expected: 'events',
		shape: (record) => ({ ...readDeliveryReport(record) }) as IDataObject,
	});

/** Fields of a report that repeat others. A model does not need them. */
export const NOT_FOR_MODELS = ['eventId', 'phoneInternational', 'status', 'operator', 'source'];

export const latestOption: INodeProperties = {
	displayName: 'Latest per Message',
	name: 'latestPerMessage',
	type: 'boolean',
	default: true,
	description:
		'Whether to return only the last report of each message. A message may have several, e.g. sent first and delivered later.',
};

/** The reports of all requests of an item, without duplicates where their windows meet. */
export function mergedReports(outputs: IDataObject[][], parameters: Parameters): IDataObject[] {
	const reports = mergeReports(outputs as Array<Array<IDataObject & DeliveryReport>>);
	return parameters.option<boolean>('latestPerMessage') ? latestPerMessage(reports) : reports;
}
