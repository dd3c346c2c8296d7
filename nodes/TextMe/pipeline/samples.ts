import { firstNamed } from '../../../gateway/counts';
import { formatInstant, instantOf } from '../../../gateway/dates';
import { split } from '../../../gateway/lists';
import { phoneKey, writtenPhone } from '../../../gateway/phone';
import { isSamplePhone } from '../../../gateway/samplePhone';
import { skippedOutput } from '../../planning/runFigures';
import type { Text } from '../../sending/text';
import { eventsBehind } from '../parameters/answeredMessage';
import { addWarning, markOnlyChecked, unsentPieces } from './outputs';
import { partsOfTexts } from './parts';
import type { Run } from './run';

/**
 * Leaves out the texts to the numbers of sample events while somebody builds a workflow: nobody has these numbers. An item with
 * no other recipient comes out as if it were sent, with `onlyChecked`. A published workflow never gets here with a sample.
 */
export function withoutSamples(run: Run, texts: Text[]): Text[] {
	if (run.context.getMode() !== 'manual') return texts;
	const [samples, left] = split(texts, ({ to }) => 'phone' in to && isSamplePhone(to.phone));
	const others = new Set(left.map(({ itemIndex }) => itemIndex));
	for (const part of partsOfTexts(samples, run.items)) {
		const { itemIndex } = part.item;
		const pieces = others.has(itemIndex) ? undefined : unsentPieces(run, part);
		if (pieces) {
			markOnlyChecked(pieces);
			addWarning(pieces, skippedOutput('sample').reason);
		}
		run.fates.note(itemIndex, { kind: 'skipped', why: 'sample' }, part.texts, pieces);
	}
	return left;
}

/** What is said of a person, by the event that was fetched. */
const DID: Readonly<Record<string, string | undefined>> = {
	incomingMessage: 'who wrote',
	deliveryReport: 'whose delivery report came',
};

/** Says whom a test has texted that began with a fetched event: unlike a sample, it is real. */
export function tellWhoWasTexted({ context, node, fates, rehearsal, resource, began }: Run): void {
	if (context.getMode() !== 'manual' || rehearsal !== undefined) return;
	const sent = new Set(fates.sent().map(({ to }) => 'phone' in to && phoneKey(to.phone)));
	const people = new Map<string, string>();
	for (const { event, phone, date } of eventsBehind(context, [node.name])) {
		const key = phoneKey(String(phone));
		const did = DID[String(event)];
		if (did === undefined || key === undefined || !sent.has(key)) continue;
		people.set(key, `${writtenPhone(String(phone))}, ${did}${timeInWords(date, began)}`);
	}
	if (people.size === 0) return;
	const did = resource === 'voice' ? 'called' : 'texted';
	const message = `You ${did} ${firstNamed([...people.values()], 3)}. What a trigger fetches is real.`;
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

/** ` at 10:31`, or ` on 2026-01-14 at 10:31`, in Israel; empty for an event without a date. */
function timeInWords(date: unknown, now: number): string {
	const instant = typeof date === 'string' ? instantOf(date) : undefined;
	if (instant === undefined) return '';
	const [day = '', time = ''] = formatInstant(instant).split('T');
	return `${formatInstant(now).startsWith(day) ? '' : ` on ${day}`} at ${time.slice(0, 5)}`;
}
