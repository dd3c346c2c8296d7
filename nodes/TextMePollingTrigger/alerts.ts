import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { formatInstant } from '../../gateway/dates';
import type { ReplyTree } from '../../gateway/tree';
import type { Arrival } from '../events/arrival';
import { polledArrivals } from '../events/arrival';
import { ALERTS } from '../events/feeds';
import { alertEvent, type Alert } from '../events/feeds/alert';
import { accountOf, type GatewayContext } from '../shared/account';

/** By alert: the account and the reason for which it was last due. Empty where none is. */
export type Reasons = Readonly<Record<string, string>>;

export interface Looked {
	arrivals: Arrival[];
	reasons: Reasons;
}

/**
 * The chosen alerts that are due for another reason than before. Asks for the balance at most once.
 * @param ask reads from the service
 * @throws NodeOperationError for a filter that is missing or wrong
 */
export async function lookForAlerts(
	context: GatewayContext,
	{ events, account, chosen }: { events: string[]; account: string; chosen: IDataObject },
	before: Reasons,
	ask: (root: string) => Promise<ReplyTree>,
): Promise<Looked> {
	const wanted = ALERTS.filter(({ value }) => events.includes(value));
	const arrivals: Arrival[] = [];
	const reasons: Record<string, string> = {};
	const { token } = await accountOf(context);
	for (const alert of wanted) {
		const now = Date.now();
		const tree = alert.root ? await ask(alert.root) : {};
		const due = looked(context, alert, () => alert.look({ tree, token, chosen, now }));
		const known = before[alert.value];
		if (due === 'unknown') {
			context.logger.warn(`TextMe cannot tell whether ${alert.name} is due from the reply`);
			if (known !== undefined) reasons[alert.value] = known;
		} else if (due) {
			const reason = `${account} ${due.reason}`;
			reasons[alert.value] = reason;
			const event = alertEvent(alert, due.fields, formatInstant(now));
			const raw = tree as IDataObject;
			if (reason !== known) arrivals.push(...polledArrivals([{ event, raw }], account));
		}
	}
	return { arrivals, reasons };
}

function looked<T>(context: GatewayContext, { filters }: Alert, look: () => T): T {
	try {
		return look();
	} catch (error) {
		const name = filters[0]?.displayName ?? '';
		throw new NodeOperationError(context.getNode(), `'${name}' ${(error as Error).message}`);
	}
}
