import type { IDataObject } from 'n8n-workflow';

import { formatInstant } from '../../../gateway/values/dates';
import { whomOf } from '../output/whom';
import { isSent, resultOf } from '../run/fate';
import type { Skipped } from '../run/fate';
import { isText, skipOf } from '../run/row';
import type { ItemText, Row } from '../run/row';
import type { Run } from '../run/run';
import { rehearsalNote } from './rehearsal';

/** The output of an item that was sent or skipped: what became of it, for whom, why, and then `more`. */
export function outcomeJson(run: Run, row: Row, more: IDataObject = {}): IDataObject {
	const skip = skipOf(row);
	const texts = row.parts.filter(isText);
	const recipients = texts.map(recipientOf);
	const [first, ...others] = recipients;
	const isForOne = first !== undefined && others.length === 0;
	return {
		...(isForOne ? first : { accepted: skip === undefined, ...whomOf(run, row) }),
		result: resultOfRow(run, row, skip),
		...(isOnlyChecked(row) ? { ...withoutOutcome(more), onlyChecked: true } : more),
		...(skip && skippedFields(row, skip)),
		...(others.length > 0 && { recipients }),
	};
}

/** Nobody was asked, so there is no outcome. */
function withoutOutcome(json: IDataObject): IDataObject {
	const more = { ...json };
	delete more.outcome;
	return more;
}

const isOnlyChecked = ({ parts }: Row): boolean =>
	parts.some(({ fate }) => fate?.kind === 'checked') && !parts.some(({ fate }) => isSent(fate));

function recipientOf({ to, fate }: ItemText): IDataObject {
	const isChecked = fate?.kind === 'checked';
	const accepted = isChecked || isSent(fate);
	const duplicateOf = fate?.kind === 'skipped' ? fate.duplicateOf : undefined;
	return {
		accepted,
		...('phone' in to ? { phone: to.phone } : { contactList: to.list }),
		result: fate && resultOf(fate),
		...(accepted && 'phone' in to && to.externalId !== undefined && { externalId: to.externalId }),
		...(isChecked && { onlyChecked: true }),
		...(duplicateOf !== undefined && { duplicateOf }),
	};
}

/** One sentence about an item, with the warnings about its text. */
function resultOfRow(run: Run, row: Row, skip: Skipped | undefined): string {
	if (skip && row.parts.length === 1) return resultOf(skip);
	const fates = row.parts.flatMap(({ fate }) => fate ?? []);
	const results = [...new Set(fates.map(resultOf))];
	const sent = fates.filter(isSent).length;
	const head = results.length === 1 ? results[0] : `Accepted for ${sent} of ${fates.length}`;
	if (skip || (sent === 0 && !isOnlyChecked(row))) return String(head);
	const note = run.rehearsal === undefined ? head : rehearsalNote(run.rehearsal, sent > 0);
	const warnings = new Set([
		...(row.item?.warnings ?? []),
		...fates.flatMap((fate) => ('warning' in fate ? (fate.warning ?? []) : [])),
	]);
	return warnings.size === 0 ? String(note) : `${note}, with a warning: ${[...warnings].join(' ')}`;
}

function skippedFields({ item }: Row, { opensAt, duplicateOf }: Skipped): IDataObject {
	const key = (duplicateOf ?? opensAt) === undefined ? item?.key : undefined;
	return {
		skipped: true,
		...(opensAt !== undefined && { held: true, opensAt: formatInstant(opensAt) }),
		...(key !== undefined && { idempotencyKey: key }),
	};
}
