import { formatInstant, HOUR } from '../../../gateway/dates';
import { groupBy, split } from '../../../gateway/lists';
import { MarkList } from '../../memory/markList';
import { mark } from '../../memory/slots';
import { nameOf } from '../../texts/text';
import { asNodeError } from '../../output/nodeError';
import { limitLabel } from '../options/runLimits';
import { mayHaveSent } from '../run/fate';
import type { ItemText } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';

/**
 * Limits how many texts a person gets in an hour, in all executions together. n8n's database counts them as numbered marks:
 * each text takes the next free mark of the hour, and a text without a mark is skipped. A text takes its mark before it is
 * sent, because executions may run side by side.
 */
export class HourlyLimit {
	/** The hour of the first round, so that texts which wait for a free mark do not get a new limit when the hour ends. */
	private readonly hour = Math.floor(Date.now() / HOUR);
	private readonly marked = new Map<string, ItemText>();

	constructor(private readonly run: Run) {}

	/**
	 * Separates the texts within the limit from those beyond it that may still be sent: if this person's other text is refused,
	 * its mark becomes free.
	 */
	async within(texts: ItemText[]): Promise<{ within: ItemText[]; beyond: ItemText[] }> {
		const limited = texts.filter((text) => this.limitOf(text) < Infinity);
		if (limited.length === 0 || this.run.rehearsal !== undefined)
			return { within: texts, beyond: [] };
		const { hour } = this;
		const people = [...groupBy(limited, ({ to }) => nameOf(to))].map(([phone, own]) => ({
			waiting: [...own],
			count: own.length,
			phone,
			places: Array.from(
				{ length: Math.max(...own.map((text) => this.limitOf(text))) },
				(_, n) => n + 1,
			),
		}));
		// Each call asks for as many marks per person as they have texts, for all people at once.
		for (let open = people; open.length > 0; ) {
			const asked = open.map((person) => {
				const places = person.places.splice(0, person.waiting.length);
				return places.map((place) => ({ place, name: mark('person', hour, person.phone, place) }));
			});
			const names = asked.flat().map(({ name }) => name);
			const taken = await this.list.record(names).catch((error: Error) => error);
			if (taken instanceof Error) {
				fail(this.run, limited, asNodeError(this.run.node, taken));
				return { within: texts.filter(({ fate }) => !fate), beyond: [] };
			}
			for (const [n, { waiting }] of open.entries()) {
				for (const { place, name } of asked[n] ?? []) {
					if (taken.has(name)) continue;
					const at = waiting.findIndex((text) => place <= this.limitOf(text));
					// A mark beyond every text's limit goes back together with the marks of unsent texts.
					this.marked.set(name, waiting[Math.max(at, 0)] as ItemText);
					if (at >= 0) waiting.splice(at, 1);
				}
			}
			open = open.filter(({ waiting, places }) => waiting.length > 0 && places.length > 0);
		}
		const kept = new Set(people.flatMap(({ waiting }) => waiting));
		const beyond = people.flatMap(({ waiting, count }) => (waiting.length < count ? waiting : []));
		const since = formatInstant(hour * HOUR).slice(11, 16);
		const mayGo = new Set(beyond);
		for (const text of kept) if (!mayGo.has(text)) this.skip(text, since);
		return { within: texts.filter((text) => !kept.has(text)), beyond };
	}

	/** Returns the marks of unsent texts. At worst, a person gets fewer texts in this hour. */
	async settle(): Promise<void> {
		const [, unsent] = split([...this.marked], ([, text]) => mayHaveSent(text));
		for (const [mark] of unsent) this.marked.delete(mark);
		if (unsent.length > 0) {
			await this.list.forget(unsent.map(([mark]) => mark)).catch(() => undefined);
		}
	}

	private skip(text: ItemText, since: string): void {
		const reason = `${limitLabel('mostToEachInHour')} is ${this.limitOf(text)}, and this person has got as many since ${since}.`;
		text.fate = { kind: 'skipped', why: 'limited', reason };
	}

	private limitOf({ itemIndex, to }: ItemText): number {
		if ('list' in to) return Infinity;
		return this.run.rows[itemIndex]?.item?.care?.limits.mostToEachInHour ?? Infinity;
	}

	private get list(): MarkList {
		return MarkList.of(this.run.context, 'node');
	}
}
