import { counted, firstNamed, shown } from '../../../../gateway/values/lists';
import {
	creditsOf,
	measureMessage,
	readCreditUnit,
	withoutUncommon,
} from '../../../../gateway/texts/messageLength';
import type { CreditUnit } from '../../../../gateway/texts/messageLength';
import { formatInstant } from '../../../../gateway/values/dates';
import { isOfIsrael } from '../../../../gateway/phones/phone';
import type { ReplyTree } from '../../../../gateway/values/tree';
import { LINKS } from '../../../../gateway/texts/links';
import { FirstTexts, textsOf, wordsOf } from '../../../texts/text';
import type { Text } from '../../../texts/text';
import { numberOf } from '../../../output/replies';
import { option } from '../../parameters/option';
import { call } from '../../operation';
import type { Sending } from '../../operation';
import { duplicatesOption, SEND_ALL } from '../../options/common';
import { costOptions, messageField, readMessage, sender } from '../../options/message';
import { recipientFields } from '../../options/recipients';
import { momentOf } from '../../../texts/sendingHours';

const charactersPerCredit = option({
	displayName: 'Characters per Credit',
	name: 'charactersPerCredit',
	type: 'options',
	options: [
		{ name: '201', value: '201' },
		{ name: '268', value: '268' },
		{ name: '335', value: '335' },
		{ name: 'By Segment', value: 'segment' },
	],
	default: 'segment',
	description:
		'How much text one credit of your account pays for, by your contract. By Segment: 70 characters in Hebrew, 160 in Latin letters.',
	read: readCreditUnit,
});

interface Estimated extends Sending {
	skipsDuplicates: boolean;
	unit: CreditUnit;
}

/** What a send would cost (specification, sms and balance). Sends nothing. */
export const estimateSms = call<Estimated>({
	name: 'Estimate',
	value: 'estimate',
	action: 'Estimate SMS',
	description: 'Find out what a send costs and what is left of the balance, without sending it',
	tool: {
		use: 'Find out what text messages would cost before they are sent, and whether the balance is enough.',
		returns:
			'a summary, recipients, segments, credits and warnings of each message, what is left as balanceAfterwards, and under run the credits of all of them. What goes abroad takes no credits, and costs money.',
	},
	root: 'balance',
	effect: 'read',
	fields: [sender, ...recipientFields, messageField],
	options: [charactersPerCredit, duplicatesOption, ...costOptions],
	limit: Infinity,
	read: (parameters) => ({
		...readMessage(parameters),
		skipsDuplicates: parameters.option(duplicatesOption) !== SEND_ALL,
		unit: parameters.option(charactersPerCredit) ?? 'segment',
	}),
	body: () => ({}),
	replyFields: ['balance', 'international_balance'],
	outputs({ tree }, messages) {
		const firsts = new FirstTexts<Text>();
		const estimates = messages.map((message, index) => estimateOf(message, index, firsts));
		const run = totalOf(estimates, tree);
		const { balanceAfterwards } = run;
		const summary = summaryOf(run);
		return estimates.map((each, at) => ({
			...{ summary, ...each, balanceAfterwards },
			...(at === 0 && { run }),
		}));
	},
});

function totalOf(estimates: ReadonlyArray<ReturnType<typeof estimateOf>>, reply: ReplyTree) {
	const sum = (of: (each: (typeof estimates)[number]) => number) =>
		estimates.reduce((all, each) => all + of(each), 0);
	const credits = sum((each) => each.credits);
	const balance = numberOf(reply.balance);
	return {
		recipients: sum((each) => each.recipients),
		duplicates: sum((each) => each.duplicates),
		segments: sum((each) => each.segments * each.recipients),
		/** Texts abroad cost money instead of credits. */
		abroad: sum((each) => each.abroad),
		credits,
		balance,
		balanceAfterwards: typeof balance === 'number' ? balance - credits : undefined,
		internationalBalance: numberOf(reply.international_balance),
	};
}

/** `3 texts, 3 credits, 99,902 left` */
function summaryOf(run: ReturnType<typeof totalOf>): string {
	const { recipients, credits, abroad, balanceAfterwards: left } = run;
	const parts = [
		counted(recipients, 'text'),
		counted(credits, 'credit'),
		abroad > 0 && `${shown(abroad)} abroad`,
		left !== undefined && `${shown(left)} left`,
	];
	return parts.filter(Boolean).join(', ');
}

/** The cost of a message. Does not count recipients outside the sending hours, nor duplicates of another item. */
function estimateOf(one: Estimated, index: number, firsts: FirstTexts<Text>) {
	const { message, settings, within, unit } = one;
	const now = Date.now();
	const { at = now, heldUntil } = momentOf(settings, within, now);
	const isHeld = heldUntil !== undefined;
	const people = textsOf(index, message, settings).flatMap((text) => {
		if (!('phone' in text.to) || isHeld) return [];
		return one.skipsDuplicates && firsts.repeatedBy(text) ? [] : text.to;
	});
	const inIsrael = people.filter(({ phone }) => isOfIsrael(phone)).length;
	const words = wordsOf(message);
	const { lists } = message.to;
	return {
		recipients: people.length,
		duplicates: isHeld ? 0 : message.to.people.length - people.length,
		...(lists.length > 0 && { contactLists: lists }),
		credits: creditsOf(words, unit) * inIsrael,
		...measureMessage(words),
		abroad: people.length - inIsrael,
		...(at > now && { scheduledFor: formatInstant(at) }),
		...(isHeld && { held: true, opensAt: formatInstant(heldUntil) }),
		warnings: [...textWarnings(words, unit), ...(lists.length > 0 ? [LISTS_NOT_COUNTED] : [])],
	};
}

const LISTS_NOT_COUNTED =
	'The people on contact lists are not counted: the service does not say how many they are';

/** Up to this many uncommon letters are probably a slip; more are the text's language. */
const FEW = 3;

/** Characters of a short link. */
const SHORT_LINK = 30;

/** Warnings about a text that is needlessly long. If credits pay for characters, segments do not matter. */
export function textWarnings(text: string, unit: CreditUnit): string[] {
	const bySegment = typeof unit !== 'number';
	return [bySegment ? uncommonCharacters(text) : undefined, longLink(text)].filter(
		(warning) => warning !== undefined,
	);
}

/** A single Hebrew letter or curly quote more than halves the room of each segment. */
function uncommonCharacters(text: string): string | undefined {
	const { kept, uncommon } = withoutUncommon(text);
	const [segments, without] = [measureMessage(text).segments, measureMessage(kept).segments];
	const letters = uncommon.filter((character) => /\p{L}/u.test(character));
	if (letters.length > FEW || without === 0 || segments <= without) return undefined;
	const characters = firstNamed([...new Set(uncommon)].map(named));
	return `The text has ${segments} segments instead of ${without} because of ${characters}`;
}

/** A character, or the code of one that nobody sees. */
const named = (character: string): string =>
	/[\s\p{C}]/u.test(character)
		? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
		: `"${character}"`;

function longLink(text: string): string | undefined {
	const link = text.match(LINKS)?.find(({ length }) => length > SHORT_LINK);
	return link === undefined
		? undefined
		: `The text has a link of ${link.length} characters; add it under 'Short Links' to have it shortened`;
}
