import type { SendOperation } from '../operation';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';
import { Sender } from './sender';
import { settleDuplicates, withoutDuplicates } from './duplicates';
import { HourlyLimits } from './hourlyLimit';
import { withoutHeldBack } from './hours';
import { withoutSharedKeys, withoutUsedKeys } from './keyed';
import { noteSent, withinLimits } from './withinLimits';
import { withoutMixedLists } from './mixedLists';
import { textRequests } from '../run/textRequests';
import { firstOfRehearsal, withoutSamples } from './onlyChecked';
import type { SmsReplies } from './smsReplies';

/** The one way to send. Texts go through the stages once, and a stage gives each text that it leaves out a fate. */
export async function send(
	run: Run,
	operation: SendOperation,
	replies?: SmsReplies,
): Promise<void> {
	const hourly = new HourlyLimits(run);
	try {
		const all = withoutMixedLists(run, withoutSamples(openTexts(run)));
		const open = withoutSharedKeys(run, all);
		const separated = withoutDuplicates(run, operation, open);
		const unused = await withoutUsedKeys(run, open, separated.repeats);
		const { left, repeats } =
			unused.length === open.length ? separated : withoutDuplicates(run, operation, unused);
		const within = hourly.within(withoutHeldBack(run, left));
		const due = await withinLimits(run, within);
		await new Sender(run, replies).make(textRequests(run, firstOfRehearsal(run, due)));
		settleDuplicates(run, repeats);
	} finally {
		hourly.settle();
		noteSent(run);
	}
}

/** The texts that no earlier try carried out. */
const openTexts = ({ rows }: Run): ItemText[] =>
	rows.flatMap(({ item, parts }) =>
		item ? (parts as ItemText[]).filter(({ fate }) => !fate) : [],
	);
