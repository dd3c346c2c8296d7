import { israelClock } from '../../gateway/values/dates';
import { firstNamed, shown } from '../../gateway/values/lists';

/** The outcomes of an item, with the words for one and for several, in the order of the sentence. */
const WORDS = {
	accepted: ['sent', 'sent'],
	asked: ['asked', 'asked'],
	checked: ['only checked', 'only checked'],
	blocked: ['on the blocklist', 'on the blocklist'],
	messagedLately: ['messaged lately', 'messaged lately'],
	outsideHours: ['outside the sending hours', 'outside the sending hours'],
	duplicate: ['duplicate', 'duplicates'],
	sentBefore: ['sent before', 'sent before'],
	limited: ['beyond the limit of an hour', 'beyond the limit of an hour'],
	sharedKey: ['with the key of another item', 'with the key of another item'],
	rejected: ['rejected', 'rejected'],
	mistake: ['mistake', 'mistakes'],
	wrongNumber: ['wrong number', 'wrong numbers'],
	notSent: ['not sent', 'not sent'],
	refused: ['refused', 'refused'],
	unknown: ['outcome unknown', 'outcomes unknown'],
} as const satisfies Record<string, readonly [string, string]>;

export type CountedOutcome = keyof typeof WORDS;

/** The outcome of one item in a word or two. */
export const briefly = (outcome: CountedOutcome): string => WORDS[outcome][0];

/** Outcomes of an item that failed. */
const FAILURES = ['wrongNumber', 'mistake', 'notSent', 'refused'] as const;
export type FailureKind = (typeof FAILURES)[number];

/** Outcomes that text nobody and are no failure. */
export const REASONS = {
	blocked: 'on the blocklist (opted out, or blocked by you)',
	messagedLately: "messaged lately, see 'Skip If Messaged in Last Days'",
	outsideHours: 'outside the sending hours',
	duplicate: 'another item has this text for this number',
	sentBefore: 'sent before under this idempotency key',
	limited: 'beyond the limit of an hour',
	sharedKey: 'another item of this run has the key',
	rejected: 'rejected by the service',
} as const satisfies Partial<Record<CountedOutcome, string>>;

export type Skip = keyof typeof REASONS;

/** The `result` of a text that did not go out. */
export const notSentBecause = (reason: string): string => `Not sent: ${reason.replace(/\.$/, '')}`;

/** The sentence names the items with these outcomes, because somebody must look into them. */
const NAMED: ReadonlySet<CountedOutcome> = new Set([...FAILURES, 'rejected', 'unknown']);
const MAX_ITEMS = 5;

/** ` (items 4, 7)`, at most five; empty in a run of one. All texts count items from 0, as n8n does in its errors. */
export const itemsOf = (items: readonly number[], ofHowMany: number): string =>
	ofHowMany === 1
		? ''
		: ` (${items.length === 1 ? 'item' : 'items'} ${firstNamed(items, MAX_ITEMS)})`;

/** A message with its item, as n8n writes it. Errors get it when they leave the node. */
export const ofItem = (message: string, item: number): string => `${message} [item ${item}]`;

/** What went of a run. */
export interface Gone {
	outcome: 'accepted' | 'asked';
	/** NaN if only the service can count them. */
	sms: number;
	/** When each scheduled item goes out (milliseconds since 1970). */
	scheduled: readonly number[];
}

/** A run in one sentence: "3 of 5 sent, 7 SMS: 1 duplicate, 1 wrong number (item 3)". */
export function runSentence(
	items: Readonly<Partial<Record<CountedOutcome, readonly number[]>>>,
	{ outcome: went, sms, scheduled }: Gone,
): string {
	const { length: all } = Object.values(items).flat();
	const now = (items[went]?.length ?? 0) - scheduled.length;
	const later = scheduled.length > 0 && `scheduled for ${firstTime(scheduled)}`;
	const head = [
		!(later && now === 0) && `${shown(now)} of ${shown(all)} ${WORDS[went][0]}`,
		later && `${shown(scheduled.length)} ${now === 0 ? `of ${shown(all)} ` : ''}${later}`,
		sms > 0 && `${shown(sms)} SMS`,
	];
	const parts: string[] = [];
	for (const outcome of Object.keys(WORDS) as CountedOutcome[]) {
		const own = items[outcome] ?? [];
		if (own.length === 0 || outcome === went) continue;
		const [one, many] = WORDS[outcome];
		const words = `${shown(own.length)} ${own.length === 1 ? one : many}`;
		parts.push(NAMED.has(outcome) ? words + itemsOf(own, all) : words);
	}
	return [head.filter(Boolean).join(', '), parts.join(', ')].filter(Boolean).join(': ');
}

/** `Mon 30 Nov 10:00` in Israel, with the year if it is another one, and whether others come later. */
function firstTime(times: readonly number[]): string {
	const [first = '', ...others] = new Set([...times].sort((a, b) => a - b).map(timeInWords));
	return others.length > 0 ? `${first} and later` : first;
}

function timeInWords(at: number): string {
	const clock = new Date(israelClock(at));
	const [day, date, month, , time = ''] = clock.toUTCString().split(/,? /);
	const isOtherYear = clock.getUTCFullYear() !== new Date(israelClock(Date.now())).getUTCFullYear();
	const year = isOtherYear ? ` ${clock.getUTCFullYear()}` : '';
	return `${day} ${Number(date)} ${month}${year} ${time.slice(0, 5)}`;
}

export interface Mistake {
	item: number;
	message: string;
}

/** All mistakes of a run in one text. A single mistake, and one that all items share, is unchanged. */
export function mistakesText(mistakes: readonly [Mistake, ...Mistake[]], items: number): string {
	const [first] = mistakes;
	const texts = new Set(mistakes.map(({ message }) => message));
	const isShared = texts.size === 1 && mistakes.length === items;
	if (mistakes.length === 1 || isShared) return first.message;
	return `${shown(mistakes.length)} of ${shown(items)} items have a mistake: ${mistakesByItem(mistakes)}`;
}

/** What is wrong with each item, for the first five. */
export function mistakesByItem(mistakes: readonly Mistake[]): string {
	const named = mistakes.slice(0, MAX_ITEMS).map(({ item, message }) => ofItem(message, item));
	const more = mistakes.length - named.length;
	return `${named.join('; ')}${more > 0 ? `; and ${shown(more)} more` : ''}`;
}

/** A message as what happened and, after a semicolon, what to do. */
export function causeAndAdvice(message: string): [cause: string, advice?: string] {
	const at = message.indexOf('; ');
	if (at < 0) return [message];
	return [message.slice(0, at), message.charAt(at + 2).toUpperCase() + message.slice(at + 3)];
}
