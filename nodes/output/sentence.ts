import { firstNamed, shown } from '../../gateway/counts';

/** The outcomes of an item, with the words for one and for several, in the order of the sentence. */
const WORDS = {
	accepted: ['accepted', 'accepted'],
	asked: ['person asked', 'people asked'],
	checked: ['only checked', 'only checked'],
	sample: ['sample only checked', 'samples only checked'],
	blocked: ['on the blocklist', 'on the blocklist'],
	messagedLately: ['messaged lately', 'messaged lately'],
	outsideHours: ['outside the sending hours', 'outside the sending hours'],
	duplicate: ['duplicate', 'duplicates'],
	sentBefore: ['sent before', 'sent before'],
	limited: ['beyond the limit for a person', 'beyond the limit for a person'],
	unanswered: ['not answered', 'not answered'],
	wrongNumber: ['wrong number', 'wrong numbers'],
	mistake: ['mistake', 'mistakes'],
	notSent: ['not sent', 'not sent'],
	refused: ['refused', 'refused'],
	unknown: ['outcome unknown', 'outcomes unknown'],
} as const satisfies Record<string, readonly [string, string]>;

export type Outcome = keyof typeof WORDS;
/** Outcomes of an item that failed; `accepted`: it was sent, but the wait for its delivery or answer did not start. */
export type FailureKind =
	| 'wrongNumber'
	| 'mistake'
	| 'notSent'
	| 'refused'
	| 'unknown'
	| 'accepted';

/** Outcomes that text nobody and are no failure. */
export type Skip =
	| 'sample'
	| 'blocked'
	| 'messagedLately'
	| 'outsideHours'
	| 'duplicate'
	| 'sentBefore'
	| 'limited'
	| 'unanswered';

const REASONS: Record<Skip, string> = {
	sample: 'This is the number of a sample: nothing was sent.',
	blocked: 'This number is on the blocklist: the person opted out, or you blocked it.',
	messagedLately:
		"Everybody got a message in the days set in 'Skip If Messaged in Last Days', so nobody was texted.",
	outsideHours: 'The sending hours are over, or have not begun.',
	duplicate: 'Another item sends the same text to this number.',
	sentBefore: 'This was sent before under this idempotency key.',
	limited: 'This person has got as many texts as a limit allows.',
	unanswered: 'This person cannot be answered.',
};

/** Replace these for an item with several recipients or a contact list. */
const REASONS_OF_SEVERAL: Partial<Record<Skip, string>> = {
	blocked: 'Everybody it goes to is on the blocklist: they opted out, or you blocked them.',
};

export const skippedOutput = (why: Skip, isOnePerson = true) => ({
	accepted: false,
	skipped: true,
	reason: (isOnePerson ? undefined : REASONS_OF_SEVERAL[why]) ?? REASONS[why],
});

/** The sentence names the items with these outcomes, because somebody must look into them. */
const NAMED: ReadonlySet<Outcome> = new Set([
	'unanswered',
	'wrongNumber',
	'mistake',
	'notSent',
	'refused',
	'unknown',
]);
const MAX_ITEMS = 5;

/** ` [items 4, 7]`, at most five; empty in a run of one. All texts count items from 0, as n8n does in its errors. */
export const itemsOf = (items: readonly number[], ofHowMany: number): string =>
	ofHowMany === 1
		? ''
		: ` [${items.length === 1 ? 'item' : 'items'} ${firstNamed(items, MAX_ITEMS)}]`;

/** A message with its item, as n8n writes it. */
export const ofItem = (message: string, item: number): string =>
	`${withoutItem(message)} [item ${item}]`;

/** A run in one sentence: "4,996 accepted, 1 on the blocklist, 2 duplicates, 1 wrong number [item 2]". */
export function runSentence(items: Readonly<Partial<Record<Outcome, readonly number[]>>>): string {
	const { length: all } = Object.values(items).flat();
	const parts = (Object.keys(WORDS) as Outcome[]).flatMap((outcome) => {
		const own = items[outcome] ?? [];
		const [one, many] = WORDS[outcome];
		if (own.length === 0) return [];
		const words = `${shown(own.length)} ${own.length === 1 ? one : many}`;
		return [NAMED.has(outcome) ? words + itemsOf(own, all) : words];
	});
	return parts.join(', ');
}

export interface Mistake {
	item: number;
	message: string;
}

/**
 * All mistakes of a run in one text. A single mistake, and one that all items share, is unchanged.
 * @param what continues a sentence after "3 of 12 items"
 */
export function mistakesText(
	mistakes: readonly [Mistake, ...Mistake[]],
	items: number,
	what: 'have a mistake' | 'were refused' = 'have a mistake',
): string {
	const [first] = mistakes;
	const texts = new Set(mistakes.map(({ message }) => withoutItem(message)));
	const isShared = texts.size === 1 && mistakes.length === items;
	if (mistakes.length === 1 || isShared) return first.message;
	return `${shown(mistakes.length)} of ${shown(items)} items ${what}: ${byItem(mistakes)}`;
}

/** What is wrong with each item, for the first five. */
export function byItem(mistakes: readonly Mistake[]): string {
	const named = mistakes.slice(0, MAX_ITEMS).map(({ item, message }) => ofItem(message, item));
	const more = mistakes.length - named.length;
	return `${named.join('; ')}${more > 0 ? `; and ${shown(more)} more` : ''}`;
}

/** Why something failed, in short: a message without what to do, its status and its item. */
export const whyOf = (message: string): string =>
	withoutItem(message).split(/; | \(status \d/)[0] ?? message;

/** An error's message without the item at its end. */
export const withoutItem = (message: string): string => message.replace(/ \[item \d+\]$/, '');
