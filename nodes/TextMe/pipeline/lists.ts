import { counted } from '../../planning/runFigures';
import type { Text } from '../../sending/text';
import type { NodeError } from '../../shared/nodeError';
import { notSent } from '../../shared/nodeError';
import { isSentBefore, textsBefore } from './passes';
import type { Run } from './run';

const isToList = ({ to }: Text) => 'list' in to;

/** Leaves out the contact lists that an earlier pass of a loop has sent the same text to. */
export function withoutListsBefore(run: Run, texts: Text[]): Text[] {
	if (!texts.some(isToList)) return texts;
	return texts.filter((text) => {
		const isCompared = run.items[text.itemIndex]?.care?.duplicates !== 'sendAll';
		if (!isCompared || !isSentBefore(run, text)) return true;
		run.fates.note(text.itemIndex, { kind: 'skipped', why: 'duplicate', reason: TEXTED_BEFORE }, [
			text,
		]);
		return false;
	});
}

const TEXTED_BEFORE = 'An earlier pass of the loop has sent the same text to this contact list.';

/** The most different texts that a contact list may get in a run. More are probably written for single people. */
const MAX_TEXTS_TO_A_LIST = 3;

/** The error of a run that would text a whole contact list for each of its items, or in each pass of a loop. */
export function floodedList(run: Run, texts: Text[]): NodeError | undefined {
	const counts = new Map<string, number>();
	for (const { to, itemIndex } of texts) {
		const isMeant = run.items[itemIndex]?.care?.duplicates === 'sendAll';
		if ('list' in to && !isMeant) counts.set(to.list, (counts.get(to.list) ?? 0) + 1);
	}
	for (const [list, own] of counts) {
		const before = textsBefore(run, list).length;
		if (own + before <= MAX_TEXTS_TO_A_LIST) continue;
		return notSent(
			run.node,
			`Contact list ${list} would get ${counted(own + before)} texts, one for each input item or pass of a loop`,
			{ description: `${sentSoFar(list, before)} ${REMEDY}` },
		);
	}
	return undefined;
}

const sentSoFar = (list: string, before: number) =>
	before === 0
		? 'Nothing was sent.'
		: `Nothing was sent in this pass, but contact list ${list} got ${counted(before)} ${before === 1 ? 'text' : 'texts'} from earlier ones.`;

const REMEDY =
	"To text the list once, put its send before the items or the loop, or use a text without expressions. To send them all, set 'Duplicates' to 'Send All'.";
