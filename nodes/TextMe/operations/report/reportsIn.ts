import type { DeliveryReport } from '../../../../gateway/deliveryReport';
import { readDeliveryReport } from '../../../../gateway/deliveryReport';
import { isTree } from '../../../../gateway/tree';
import type { ReplyTree } from '../../../../gateway/tree';

/** The entries of a delivery report (specification, dlr). */
export function reportsIn({ transactions }: ReplyTree): DeliveryReport[] {
	return Array.isArray(transactions) ? transactions.filter(isTree).map(readDeliveryReport) : [];
}
