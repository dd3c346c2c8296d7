import { formatInstant, HOUR } from '../../../gateway/values/dates';
import { groupBy, split } from '../../../gateway/values/lists';
import { MarkList } from '../../memory/markList';
import { mark } from '../../memory/slots';
import { momentOf } from '../../texts/sendingHours';
import { nameOf } from '../../texts/text';
import { asNodeError } from '../../output/nodeError';
import type { HourlyLimit } from '../options/runLimits';
import { limitLabel } from '../options/runLimits';
import { mayHaveSent } from '../run/fate';
import type { ItemText } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';

interface Hourly {
	/** Names whose texts count together: the first part of their marks. */
	together: (text: ItemText, hour: number) => string;
	/** Continues a sentence after the limit. */
	isReached: string;
}

const COUNTED = {
	mostToEachInHour: {
		together: ({ to }, hour) => mark('person', hour, nameOf(to)),
		isReached: 'this person gets as many',
	},
	mostInHour: {
		together: (_, hour) => mark('everybody', hour),
		isReached: 'as many go out',
	},
} satisfies Record<HourlyLimit, Hourly>;

/** Texts within a limit, and those beyond it that may still be sent: if another text is refused, its mark becomes free. */
interface Separated {
	within: ItemText[];
	beyond: ItemText[];
}

/**
 * Limits how many texts go out in an hour, in all executions together. n8n's database counts them as numbered marks: each text
 * takes the next free mark of its hour, and a text without a mark is skipped. A text takes its mark before it is sent, because
 * executions may run side by side.
 */
export class HourlyLimits {
	/** The time of the first round, so that texts which wait for a free mark do not get a new limit when the hour ends. */
	private readonly begin = Date.now();
	private readonly marked = new Map<string, ItemText>();

	constructor(private readonly run: Run) {}

	async within(texts: ItemText[]): Promise<Separated> {
		const person = await this.separate('mostToEachInHour', texts);
		const everybody = await this.separate('mostInHour', person.within);
		return { within: everybody.within, beyond: [...person.beyond, ...everybody.beyond] };
	}

	private async separate(limit: HourlyLimit, texts: ItemText[]): Promise<Separated> {
		const mostOf = ({ itemIndex, to }: ItemText) =>
			('phone' in to && this.run.rows[itemIndex]?.item?.safeguards?.limits[limit]) || Infinity;
		const limited = texts.filter((text) => mostOf(text) < Infinity);
		if (limited.length === 0 || this.run.rehearsal !== undefined)
			return { within: texts, beyond: [] };
		const { together, isReached } = COUNTED[limit];
		const groups = [...groupBy(limited, (text) => together(text, this.hourOf(text)))].map(
			([name, own]) => {
				const length = own.reduce((most, text) => Math.max(most, mostOf(text)), 0);
				return { name, own, waiting: [...own], places: Array.from({ length }, (_, n) => n + 1) };
			},
		);
		// Each call is for all groups, and asks for twice as many marks as the one before: a full hour takes few calls.
		for (let open = groups, each = 1; open.length > 0; each *= 2) {
			const asked = open.flatMap(({ name, waiting, places }) =>
				places
					.splice(0, each * waiting.length)
					.map((place) => ({ waiting, place, name: `${name}|${place}` })),
			);
			// A free mark that no text waits for goes back in the same call.
			const take = ({ waiting, place, name }: (typeof asked)[number]) => {
				const at = waiting.findIndex((text) => place <= mostOf(text));
				for (const text of at < 0 ? [] : waiting.splice(at, 1)) this.marked.set(name, text);
				return at >= 0;
			};
			const names = asked.map(({ name }) => name);
			const undo = (known: Set<string>) =>
				asked.filter((one) => !known.has(one.name) && !take(one)).map(({ name }) => name);
			const error = await this.list.record(names, { undo }).catch((caught: Error) => caught);
			if (error instanceof Error) {
				fail(this.run, limited, asNodeError(this.run.node, error));
				return { within: texts.filter(({ fate }) => !fate), beyond: [] };
			}
			open = open.filter(({ waiting, places }) => waiting.length > 0 && places.length > 0);
		}
		const [full, others] = split(groups, ({ waiting, own }) => waiting.length === own.length);
		for (const text of full.flatMap(({ waiting }) => waiting)) {
			const from = formatInstant(this.hourOf(text) * HOUR).slice(0, 16);
			const reason = `${limitLabel(limit)} is ${mostOf(text)}, and ${isReached} in the hour from ${from.replace('T', ' ')}.`;
			text.fate = { kind: 'skipped', why: 'limited', reason };
		}
		const beyond = others.flatMap(({ waiting }) => waiting);
		const isBeyond = new Set(beyond);
		return { within: texts.filter((text) => !text.fate && !isBeyond.has(text)), beyond };
	}

	/** Returns the marks of unsent texts. At worst, fewer texts go out in this hour. */
	async settle(): Promise<void> {
		const [, unsent] = split([...this.marked], ([, text]) => mayHaveSent(text));
		for (const [mark] of unsent) this.marked.delete(mark);
		if (unsent.length > 0) {
			await this.list.forget(unsent.map(([mark]) => mark)).catch(() => undefined);
		}
	}

	/** The hour in which a text goes out, so that no more than the limit come when the sending hours begin. */
	private hourOf({ settings, itemIndex }: ItemText): number {
		const { within } = this.run.rows[itemIndex]?.item ?? {};
		return Math.floor((momentOf(settings, within, this.begin).at ?? this.begin) / HOUR);
	}

	private get list(): MarkList {
		return MarkList.of(this.run.context, 'node');
	}
}
