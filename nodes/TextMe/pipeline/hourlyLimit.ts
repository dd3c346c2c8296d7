import { formatInstant, HOUR } from '../../../gateway/dates';
import { groupBy, split } from '../../../gateway/lists';
import { MarkList } from '../../memory/markList';
import { mayHaveSent } from '../../sending/fate';
import type { Text } from '../../sending/text';
import { nameOf } from '../../sending/text';
import { limitLabel } from '../options/runLimits';
import type { Run } from './run';

/**
 * How many texts one person may get in an hour, in all executions together. n8n's database counts them: the first text to a
 * person takes the first mark of the hour, the next one the second, and a text for which no mark is left is skipped. Texts count
 * before they are sent, because executions may run side by side.
 */
export class HourlyLimit {
	/** The texts that count, by their marks. */
	private readonly marked = new Map<string, Text>();

	constructor(private readonly run: Run) {}

	/** The texts without those beyond the limit. */
	async within(texts: Text[]): Promise<Text[]> {
		const limited = texts.filter((text) => this.limitOf(text) !== undefined);
		if (limited.length === 0 || this.run.rehearsal !== undefined) return texts;
		const hour = Math.floor(Date.now() / HOUR);
		const people = [...groupBy(limited, ({ to }) => nameOf(to))].map(([phone, own]) => ({
			waiting: [...own],
			marks: Array.from(
				{ length: this.limitOf(own[0]) ?? 0 },
				(_, n) => `person|${hour}|${phone}|${n + 1}`,
			),
		}));
		// Each round asks for as many marks as a person has texts, for all people in one call.
		for (let open = people; open.length > 0; ) {
			const asked = open.map(({ waiting, marks }) => marks.splice(0, waiting.length));
			const taken = await this.list.record(asked.flat());
			for (const [n, { waiting }] of open.entries()) {
				for (const mark of asked[n] ?? []) {
					const text = taken.has(mark) ? undefined : waiting.shift();
					if (text) this.marked.set(mark, text);
				}
			}
			open = open.filter(({ waiting, marks }) => waiting.length > 0 && marks.length > 0);
		}
		const since = formatInstant(hour * HOUR).slice(11, 16);
		const beyond = new Set(people.flatMap(({ waiting }) => waiting));
		for (const text of beyond) this.skip(text, since);
		return texts.filter((text) => !beyond.has(text));
	}

	/** Gives back the marks of what was not sent. At worst, a person gets fewer texts in this hour. */
	async settle(): Promise<void> {
		const [, unsent] = split([...this.marked], ([, text]) => mayHaveSent(this.run.fates.of(text)));
		if (unsent.length > 0) {
			await this.list.forget(unsent.map(([mark]) => mark)).catch(() => undefined);
		}
	}

	private skip(text: Text, since: string): void {
		const { key } = this.run.items[text.itemIndex] ?? {};
		const reason = `${limitLabel('mostToEachInHour')} is ${this.limitOf(text)}, and this person has got as many since ${since}.`;
		this.run.fates.note(text.itemIndex, { kind: 'skipped', why: 'limited', reason, key }, [text]);
	}

	private limitOf({ itemIndex, to }: Text): number | undefined {
		if ('list' in to) return undefined;
		return this.run.items[itemIndex]?.care?.limits.mostToEachInHour;
	}

	private get list(): MarkList {
		return MarkList.of(this.run.context, 'node');
	}
}
