import type { IDataObject } from 'n8n-workflow';

import { fromGatewayDate } from '../../../../gateway/dates';
import type { Destinations } from '../../fields/recipients';
import { recipientsIn } from '../../fields/recipients';
import type { SmsElement } from '../../fields/smsElement';
import type { GatewayReply } from '../../../shared/request';
import { rowResults } from '../../replies';

/**
 * The output of each send of a request, with its scheduled time. Accepted does not mean delivered (gateway-api, section 3). No
 * send is known to give `errors` with status 0, but any operation may (specification, Errors), so they are tied to the numbers
 * here too.
 */
export function acceptedSends(
	reply: GatewayReply,
	sends: Destinations[],
	timing: string | undefined,
): IDataObject[] {
	const { tree } = reply;
	const scheduledFor = timing && fromGatewayDate(timing);
	const outputs = sends.map((destinations) => {
		const output: IDataObject = { accepted: true, shipmentId: tree.shipment_id };
		if (scheduledFor) output.scheduledFor = scheduledFor;
		output.recipients = recipientsIn(destinations);
		output.contactLists = destinations.cl_id;
		return output;
	});
	if (tree.errors === undefined) return outputs;
	const numbers = sends.map(({ phone = [] }) => phone.map(({ _ }) => ({ phone: _ })));
	return rowResults(reply, numbers).map(({ rejected, notes }, index) => ({
		...outputs[index],
		...(rejected.length > 0 ? { rejected } : {}),
		...(notes ? { notes } : {}),
	}));
}

export const acceptedSend = (
	reply: GatewayReply,
	{ destinations, timing }: SmsElement,
): IDataObject => ({
	...acceptedSends(reply, [destinations], timing)[0],
});
