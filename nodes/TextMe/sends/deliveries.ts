import type { INodeExecutionData } from 'n8n-workflow';

import type { TextedPhone } from '../../../gateway/events/deliveryOutcome';
import type { Wait, Watch } from '../../waiting/wait';
import type { Sending } from '../operation';
import { mayHaveSent } from '../run/fate';
import { isText } from '../run/row';
import type { ItemText, Row } from '../run/row';
import type { Run } from '../run/run';

/** The deliveries to wait for, one per input item; `undefined` if there are none. */
export function waitForDelivery(run: Run, output: INodeExecutionData[]): Watch | undefined {
	const now = Date.now();
	const items = run.rows.map((row) => {
		const { json } = output[row.itemIndex] ?? { json: {} };
		return { json, wait: deliveryOf(run, row, now) };
	});
	const begins = items.flatMap(({ wait }) => wait?.begin ?? []);
	if (begins.length === 0) return undefined;
	// The gateway lists a report under its message's time, and an earlier try may have sent the message.
	const since = begins.reduce((first, begin) => Math.min(first, begin), now);
	return { since, stopOnDoubt: !run.context.continueOnFail(), items };
}

/** A wait begins when its text goes out. */
function deliveryOf({ rehearsal }: Run, { item, parts }: Row, now: number): Wait | undefined {
	const texts = parts.filter(isText).filter(mayHaveSent);
	const recipients = texts.flatMap(({ to }): TextedPhone[] => {
		if (!('phone' in to)) return [];
		const { phone, externalId = '' } = to;
		// In a rehearsal, the reports name the rehearsal's phone.
		return [rehearsal === undefined ? { phone, externalId } : { externalId }];
	});
	const [text] = texts;
	if (!item || !text || recipients.length === 0) return undefined;
	const { onBehalfOf, timeoutSeconds } = item.common;
	const { deliveryLimit = 0 } = item.value as Sending;
	const begin = sentAt(text, now);
	return { recipients, begin, until: begin + deliveryLimit, onBehalfOf, timeoutSeconds };
}

/** When a text goes out, or went out; `now` if unknown. */
export const sentAt = ({ fate }: ItemText, now: number): number =>
	(fate && 'at' in fate ? fate.at : undefined) ?? now;
