import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { toNational } from '../../../gateway/phones/phone';
import { plainText } from '../../../gateway/values/checks';
import { measureMessage, withoutUncommon } from '../../../gateway/texts/messageLength';
import { formatInstant, instantOf } from '../../../gateway/values/dates';
import { isObject } from '../../../gateway/values/tree';
import { isRehearsed } from '../../connection/account';
import { failedItem, failureKind } from '../../output/nodeError';
import type { CountedOutcome } from '../../output/sentence';
import { itemsOf, runSentence } from '../../output/sentence';
import { wordsOf } from '../../texts/text';
import type { Operation } from '../operation';
import { MOST_REHEARSED } from '../run/limits';
import type { ItemText, Row, Run, Skipped } from '../run/run';
import { failureOf, isSent, isText, resultOf, skipOf } from '../run/run';

/** A run's output, in the order of its input items. */
export function outputOf(run: Run): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	for (const row of run.rows) {
		for (const piece of outputOfRow(run, row)) output.push(piece);
	}
	return output;
}

/** An item's output. A rehearsal says so, also where no sentence says where the text went. */
export function outputOfRow(run: Run, row: Row): INodeExecutionData[] {
	if (row.earlier) return row.earlier.output;
	const output = outputOfThisTry(run, row);
	if (!isRehearsed(run.account) || !run.operation.isSend) return output;
	for (const { json } of output) (isObject(json.details) ? json.details : json).rehearsal = true;
	return output;
}

function outputOfThisTry(run: Run, row: Row): INodeExecutionData[] {
	const { operation, isTool } = run;
	const { itemIndex } = row;
	const failure = failureOf(row);
	if (failure) {
		const how = { ...failure, isSend: operation.effect === 'send', isTool };
		return [failedItem(failure.error, itemIndex, whomOf(run, row), how)];
	}
	const skip = skipOf(row);
	if (skip) return [{ json: outcomeJson(run, row, skip), pairedItem: { item: itemIndex } }];
	return operation.output(run, row);
}

/**
 * The output of an item that was sent or skipped: what became of it, for whom and why. Rows with the same 'Send To' have the
 * same first columns, because n8n's table shows a red "undefined" where one lacks a column of another. The rest is in `details`.
 */
export function outcomeJson(
	run: Run,
	row: Row,
	skip: Skipped | undefined,
	{ outcome, ...more }: IDataObject = {},
): IDataObject {
	const recipients = row.parts.filter(isText).map(recipientOf);
	const [only] = recipients.length === 1 ? recipients : [];
	const isChecked =
		row.parts.some(({ fate }) => fate?.kind === 'checked') &&
		!row.parts.some(({ fate }) => isSent(fate));
	const details = {
		...only?.details,
		...more,
		...(isChecked && { onlyChecked: true }),
		...(skip && skippedFields(row, skip)),
		...(recipients.length > 1 && {
			recipients: recipients.map((one) => ({ ...one.whom, ...one.details })),
		}),
	};
	return {
		...(only?.whom ?? { accepted: skip === undefined, ...whomOf(run, row) }),
		result: skip && row.parts.length === 1 ? resultOf(skip) : resultOfRow(run, row, isChecked),
		// If nobody was asked, there is no outcome.
		...(outcome !== undefined && !isChecked && { outcome }),
		...(Object.keys(details).length > 0 && { details }),
	};
}

/** What the output says of one text: its first columns, and its details. */
function recipientOf({ to, fate }: ItemText): { whom: IDataObject; details: IDataObject } {
	const isChecked = fate?.kind === 'checked';
	const accepted = isChecked || isSent(fate);
	const externalId = accepted && 'phone' in to ? to.externalId : undefined;
	const duplicateOf = fate?.kind === 'skipped' ? fate.duplicateOf : undefined;
	return {
		whom: {
			accepted,
			...('phone' in to ? { phone: to.phone } : { contactList: to.list }),
			result: fate && resultOf(fate),
		},
		details: {
			...(externalId !== undefined && { externalId }),
			...(isChecked && { onlyChecked: true }),
			...(duplicateOf !== undefined && { duplicateOf }),
		},
	};
}

/** One sentence about an item, with the warnings about its text. */
function resultOfRow({ account }: Run, { parts, item }: Row, isChecked: boolean): string {
	const fates = parts.flatMap(({ fate }) => fate ?? []);
	const results = [...new Set(fates.map(resultOf))];
	const sent = fates.filter(isSent).length;
	const head = results.length === 1 ? results[0] : `Accepted for ${sent} of ${fates.length}`;
	if (sent === 0 && !isChecked) return String(head);
	const note = isRehearsed(account) ? rehearsalNote(account.rehearsalPhone, sent > 0) : head;
	const ofReplies = fates.flatMap((fate) => ('warning' in fate ? (fate.warning ?? []) : []));
	const warnings = new Set([...(item?.warnings ?? []), ...ofReplies]);
	return warnings.size === 0 ? String(note) : `${note}, with a warning: ${[...warnings].join(' ')}`;
}

/** Where a rehearsed send went. */
const rehearsalNote = (phone: string, hasGone: boolean): string =>
	hasGone
		? `Rehearsal: this went to ${phone} instead`
		: `Rehearsal: this went to nobody, because ${MOST_REHEARSED} messages of this run have gone to ${phone}`;

function skippedFields({ item }: Row, { opensAt, duplicateOf }: Skipped): IDataObject {
	const key = (duplicateOf ?? opensAt) === undefined ? item?.key : undefined;
	return {
		skipped: true,
		...(opensAt !== undefined && { held: true, opensAt: formatInstant(opensAt) }),
		...(key !== undefined && { idempotencyKey: key }),
	};
}

/** The output fields that say who or what an item is about, by the node's fields. */
const WHOM: Readonly<Record<string, string>> = {
	phone: 'phone',
	phones: 'phone',
	contactLists: 'contactList',
	contactList: 'contactListId',
	listName: 'contactListName',
	campaignName: 'campaignName',
	username: 'username',
};

/**
 * Who or what an item is about: numbers in the form that we send, and everything else as given, even if invalid. Several numbers
 * of a call are not one person.
 */
function whomOf(run: Run, { item, itemIndex }: Row): IDataObject {
	const { isSend, fields } = run.operation;
	const given: IDataObject = {};
	for (const { name } of fields) {
		const whom = isSend || name !== 'phones' ? WHOM[name] : undefined;
		const value = whom && givenAs(run, name, itemIndex);
		// In a send, what is empty comes out empty: without the field, n8n's table shows a red "undefined".
		if (whom && (value || isSend)) given[whom] = value;
	}
	if (!isSend) return given;
	const { people = [], lists = [] } = item?.sending?.message.to ?? {};
	const phone = people.map((one) => one.phone).join(', ') || given.phone;
	const contactList = lists.join(', ') || given.contactList;
	const to = givenAs(run, 'sendTo', itemIndex);
	return {
		...(to !== 'contactLists' && { phone }),
		...(/contactLists/i.test(to) && { contactList }),
	};
}

function givenAs(run: Run, field: string, itemIndex: number): string {
	try {
		const given = run.parameter(field, itemIndex);
		const value = isObject(given) && 'value' in given ? given.value : given;
		const text = [value].flat().map(plainText).join(', ').trim();
		return (WHOM[field] === 'phone' && toNational(text)) || text;
	} catch {
		return '';
	}
}

/** Tells the user in one sentence what happened to the items. */
export function showSummary(run: Run): void {
	const figures: Partial<Record<CountedOutcome, number[]>> = {};
	for (const row of run.rows) {
		(figures[outcomeOf(run.operation, row)] ??= []).push(row.itemIndex);
	}
	const outcome = run.operation.asks ? 'asked' : 'accepted';
	const { sms, long } = smsOf(run);
	const scheduled = run.rows.flatMap(scheduledAt);
	const sentence = runSentence(figures, { outcome, sms, scheduled });
	const advice = [
		figures.duplicate && "To send duplicates, too, set 'Duplicates' to 'Send All'.",
		figures.sentBefore && "To send again, use another 'Idempotency Key'.",
	].filter(Boolean);
	const message = advice.length > 0 ? `${sentence}. ${advice.join(' ')}` : sentence;
	run.context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
	if (long.length > 0) warnOfLong(run, long);
}

/** When the service sends an item later. */
function scheduledAt({ earlier, parts }: Row): number | [] {
	const { scheduledFor } = (earlier?.output[0]?.json.details ?? {}) as { scheduledFor?: string };
	if (scheduledFor !== undefined) return instantOf(scheduledFor) ?? [];
	const fates = parts.flatMap(({ fate }) => (fate?.kind === 'accepted' ? fate : []));
	return fates.find(({ isScheduled }) => isScheduled)?.at ?? [];
}

type Measured = ReturnType<typeof measureMessage>;

/** A text of this many SMS is long. */
const LONG = 4;

/** The SMS of all texts that went, NaN if only the service can count them, and the items with long ones. */
function smsOf({ rows }: Run): { sms: number; long: Array<Measured & Row> } {
	const known = new Map<string, Measured>();
	const long: Array<Measured & Row> = [];
	// Of an earlier try, the texts are gone.
	let sms = rows.some(({ earlier }) => earlier) ? NaN : 0;
	for (const row of rows) {
		let own: Measured | undefined;
		for (const part of row.parts) {
			if (!isText(part) || !isSent(part.fate)) continue;
			own ??= measured(part, known);
			const isCertain = 'phone' in part.to && part.settings.add_unsubscribe === undefined;
			sms += own && isCertain ? own.segments : NaN;
		}
		if (own && own.segments >= LONG) long.push({ ...row, ...own });
	}
	return { sms, long };
}

/** Undefined for calls, codes and short links: only the service knows their length. */
function measured({ message, fate }: ItemText, known: Map<string, Measured>): Measured | undefined {
	const { speech, code, links, tag } = message;
	if (speech || code || links.length > 0) return undefined;
	const [{ json } = {}] = fate?.kind === 'accepted' && tag === undefined ? fate.pieces : [];
	if (typeof json?.segments === 'number') return json as unknown as Measured;
	const words = wordsOf(message);
	const own = known.get(words) ?? measureMessage(words);
	known.set(words, own);
	return own;
}

function warnOfLong({ context, rows }: Run, long: ReadonlyArray<Measured & Row>): void {
	const longest = long.reduce((one, other) => (other.segments > one.segments ? other : one));
	const { segments, itemIndex } = longest;
	const where = long.length === 1 ? itemsOf([itemIndex], rows.length) : '';
	const upTo = long.some((one) => one.segments < segments) ? 'Up to ' : '';
	const message = `${upTo}${segments} SMS each${where}: ${roomIn(longest)} characters a SMS`;
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

const SCRIPTS = {
	Hebrew: /\p{Script=Hebrew}/u,
	Arabic: /\p{Script=Arabic}/u,
	Cyrillic: /\p{Script=Cyrillic}/u,
};

/** What makes a text long, and how much one SMS of it holds. */
function roomIn({ parts, encoding }: Measured & Row): string {
	if (encoding === 'GSM-7') return 'Latin has 153';
	const [words = ''] = parts.filter(isText).map(({ message }) => wordsOf(message));
	const script = Object.entries(SCRIPTS).find(([, letter]) => letter.test(words))?.[0];
	if (script) return `${script} has 67`;
	const [character = ''] = withoutUncommon(words).uncommon;
	return `"${character}" is not in the alphabet of SMS, which leaves 67`;
}

/** Shows the warnings about sent texts above the output, with their items. */
export function showWarnings({ context, rows }: Run): void {
	const found = new Map<string, number[]>();
	for (const { itemIndex, item, parts } of rows) {
		if (!item?.warnings?.size || !parts.some(({ fate }) => isSent(fate))) continue;
		for (const warning of item.warnings) {
			const items = found.get(warning) ?? [];
			items.push(itemIndex);
			found.set(warning, items);
		}
	}
	for (const [warning, items] of found) {
		const message = `${warning.replace(/\.$/, '')}${itemsOf(items, rows.length)}.`;
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

export function outcomeOf({ asks }: Operation, row: Row): CountedOutcome {
	if (row.earlier) return row.earlier.outcome;
	const failure = failureOf(row);
	if (failure) return failure.kind === 'unknown' ? 'unknown' : failureKind(failure.error);
	const skip = skipOf(row);
	if (skip) return skip.why;
	if (!row.parts.some(({ fate }) => isSent(fate))) return 'checked';
	return asks ? 'asked' : 'accepted';
}
