import { formatInstant, HOUR } from '../../../gateway/dates';
import { groupBy, split } from '../../../gateway/lists';
import { MarkList } from '../../memory/markList';
import { mayHaveSent } from '../../sending/fate';
import type { Text, Texts } from '../../sending/text';
import { nameOf } from '../../sending/text';
import type { PersonLimit } from '../options/runLimits';
import { limitLabel, PERSON_LIMITS } from '../options/runLimits';
import { peopleOf } from './passes';
import type { Run } from './run';

/**
 * How many texts one person may get. Texts count before they are sent, because executions may run side by side, and no longer
 * once it is known that they were not. In an execution, n8n's context of the node counts them. In an hour, n8n's database does:
 * the first text to a person takes the first mark of the hour, the next one the second, and a
 * text for which no mark is left is skipped. Texts under one idempotency key count as one, since only one of them goes out.
 */
export class PersonLimits {
	/** The texts that count in this hour, by their marks. */
	private readonly marked = new Map<string, Texts>();
	private readonly phones = new Set<string>();

	constructor(private readonly run: Run) {}

	/** The texts without those beyond a limit. */
	async within(texts: Text[]): Promise<Text[]> {
		const limited = texts.filter((text) => this.isLimited(text));
		if (limited.length === 0) return texts;
		let beyond = await this.beyond(limited);
		if (beyond.size > 0) {
			// What was sent before under its key is not sent now, and takes nobody's place.
			const { items, keys } = this.run;
			const places = new Set(limited.map(({ itemIndex }) => itemIndex));
			const used = await keys.usedBefore([...places].flatMap((place) => items[place] ?? []));
			const open = limited.filter((text) => !used.has(this.keyOf(text) ?? ''));
			if (open.length < limited.length) beyond = await this.beyond(open);
		}
		for (const [text, reason] of beyond) {
			const key = this.run.items[text.itemIndex]?.key;
			this.run.fates.note(text.itemIndex, { kind: 'skipped', why: 'limited', reason, key }, [text]);
		}
		return beyond.size === 0 ? texts : texts.filter((text) => !beyond.has(text));
	}

	/** Gives back what was counted and not sent. */
	async settle(): Promise<void> {
		const { run } = this;
		if (this.phones.size === 0) return;
		const people = peopleOf(run);
		const sent = this.sentByPhone();
		for (const phone of this.phones) people.note(phone, sent.get(phone)?.length ?? 0);
		const isSent = (text: Text) => mayHaveSent(run.fates.of(text));
		const [, free] = split([...this.marked], ([, texts]) => texts.some(isSent));
		this.marked.clear();
		// At worst, the person gets fewer texts in this hour.
		await this.list.forget(free.map(([mark]) => mark)).catch(() => undefined);
	}

	/** The texts beyond a limit, with the reason. All others count from here on. */
	private async beyond(texts: Text[]): Promise<Map<Text, string>> {
		await this.settle();
		const beyond = new Map<Text, string>();
		const turns = groupBy(texts, (text) => {
			const key = this.keyOf(text);
			return key === undefined ? text : JSON.stringify([key, nameOf(text.to)]);
		});
		const skip = (own: Texts[], limit: PersonLimit, when: string) => {
			const most = this.limitOf(limit, own.flat());
			const reason = `${limitLabel(limit)} is ${most}, and this person has got as many ${when}.`;
			for (const text of own.flat()) beyond.set(text, reason);
		};
		const left = this.withinExecution([...turns.values()], skip);
		if (this.run.rehearsal === undefined) await this.withinHour(left, skip);
		return beyond;
	}

	private withinExecution(turns: Texts[], skip: Skip): Texts[] {
		const people = peopleOf(this.run);
		const sent = this.sentByPhone();
		return [...groupBy(turns, phoneOf)].flatMap(([phone, own]) => {
			const count = sent.get(phone)?.length ?? 0;
			const most = this.limitOf('mostToEach', own.flat()) - people.before(phone) - count;
			const due = own.slice(0, Math.max(0, most));
			skip(own.slice(due.length), 'mostToEach', 'in this execution');
			this.phones.add(phone);
			people.note(phone, count + due.length);
			return due;
		});
	}

	/** Asks for the first mark of each person, and for the next ones of those who have no free one yet. */
	private async withinHour(turns: Texts[], skip: Skip): Promise<void> {
		const hour = Math.floor(Date.now() / HOUR);
		const people = [...groupBy(turns, phoneOf)].flatMap(([phone, own]) => {
			const most = this.limitOf('mostToEachInHour', own.flat());
			if (most === Infinity) return [];
			return { own: [...own], marks: upTo(most).map((n) => `person|${hour}|${phone}|${n}`) };
		});
		for (let open = people; open.length > 0; ) {
			const asked = open.map(({ own, marks }) => marks.splice(0, own.length));
			const known = await this.list.record(asked.flat());
			for (const [n, { own }] of open.entries()) {
				for (const mark of asked[n] ?? []) {
					const texts = known.has(mark) ? undefined : own.shift();
					if (texts) this.marked.set(mark, texts);
				}
			}
			open = open.filter(({ own, marks }) => own.length > 0 && marks.length > 0);
		}
		const since = `since ${formatInstant(hour * HOUR).slice(11, 16)}`;
		for (const { own } of people) skip(own, 'mostToEachInHour', since);
	}

	private sentByPhone(): Map<string, Texts> {
		return groupBy(this.run.fates.sent(), ({ to }) => nameOf(to));
	}

	/** Nobody can count the people on a contact list. */
	private isLimited({ itemIndex, to }: Text): boolean {
		const { care } = this.run.items[itemIndex] ?? {};
		const hasLimit = PERSON_LIMITS.some((limit) => care?.limits[limit] !== undefined);
		return hasLimit && 'phone' in to;
	}

	/** The lowest limit of all texts to a person, since an expression may give each its own. */
	private limitOf(limit: PersonLimit, texts: Text[]): number {
		const { items } = this.run;
		return texts.reduce(
			(least, { itemIndex }) => Math.min(least, items[itemIndex]?.care?.limits[limit] ?? Infinity),
			Infinity,
		);
	}

	private keyOf({ itemIndex }: Text): string | undefined {
		const item = this.run.items[itemIndex];
		return item && this.run.keys.ofItem(item);
	}

	private get list(): MarkList {
		return MarkList.of(this.run.context, 'node');
	}
}

/** Notes turns as beyond a limit. */
type Skip = (turns: Texts[], limit: PersonLimit, when: string) => void;

const phoneOf = ([{ to }]: Texts): string => nameOf(to);

const upTo = (most: number): number[] => Array.from({ length: most }, (_, n) => n + 1);
