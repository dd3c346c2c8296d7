import { formatInstant, HOUR } from '../../../gateway/values/dates';
import { Bounded, SLOTS } from '../../memory/slots';
import { momentOf } from '../../texts/sendingHours';
import { nameOf } from '../../texts/text';
import { limitLabel } from '../options/runLimits';
import { mayHaveSent } from '../run/fate';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';

/** Texts by node, hour and, for the limit of each person, number: in this process, since it started. */
const COUNTS = new Bounded<number>(SLOTS.hours.most);

const REACHED = {
	mostToEachInHour: 'this person gets as many',
	mostInHour: 'as many go out',
} as const;
const LIMITS = Object.keys(REACHED) as Array<keyof typeof REACHED>;

/** Limits how many texts go out in an hour, in all executions together. A text beyond a limit is skipped. */
export class HourlyLimits {
	private readonly now = Date.now();
	/** What each text counts under, from before its request, because executions may run side by side. */
	private readonly counted = new Map<ItemText, string[]>();

	constructor(private readonly run: Run) {}

	within(texts: ItemText[]): ItemText[] {
		return this.run.rehearsal === undefined ? texts.filter((text) => this.take(text)) : texts;
	}

	private take(text: ItemText): boolean {
		const { rows, safeguards } = this.run;
		const limits = LIMITS.filter((limit) => safeguards.limits[limit] !== undefined);
		if (limits.length === 0) return true;
		const { within } = rows[text.itemIndex]?.item?.sending ?? {};
		// The hour in which a text goes out, so that no more than the limit come when the sending hours begin.
		const { at = this.now } = momentOf(text.settings, within, this.now);
		const hour = Math.floor(at / HOUR);
		const names = limits.map((limit) => this.nameOf(limit, hour, text));
		for (const [n, limit] of limits.entries()) {
			const most = safeguards.limits[limit] ?? Infinity;
			if ((COUNTS.get(names[n] ?? '') ?? 0) < most) continue;
			const from = formatInstant(hour * HOUR)
				.slice(0, 16)
				.replace('T', ' ');
			const reason = `${limitLabel(limit)} is ${most}, and ${REACHED[limit]} in the hour from ${from}`;
			text.fate = { kind: 'skipped', why: 'limited', reason };
			return false;
		}
		for (const name of names) COUNTS.set(name, (COUNTS.get(name) ?? 0) + 1);
		this.counted.set(text, names);
		return true;
	}

	/** Unsent texts do not count. */
	settle(): void {
		for (const [text, names] of this.counted) {
			if (mayHaveSent(text)) continue;
			for (const name of names) COUNTS.set(name, (COUNTS.get(name) ?? 1) - 1);
		}
		this.counted.clear();
	}

	private nameOf(limit: keyof typeof REACHED, hour: number, { to }: ItemText): string {
		const { context, node, account } = this.run;
		const person = limit === 'mostToEachInHour' ? nameOf(to) : '';
		return JSON.stringify([
			...[context.getWorkflow().id, node.id, account?.baseUrl, account?.username],
			...[hour, person],
		]);
	}
}
