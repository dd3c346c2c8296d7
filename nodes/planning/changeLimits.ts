import { InputError, quoted } from '../../gateway/checks';
import { counted, shown } from '../../gateway/counts';
import { groupBy } from '../../gateway/lists';

/** The most contacts that may be removed or changed: a share in percent, or a number. */
export type ChangeLimit = { percent: number } | { contacts: number };

const PERCENT = /^(\d{1,3}(?:\.\d{1,4})?) ?%$/;
const NUMBER = /^\d{1,9}$/;

/**
 * Reads a limit such as `25%` (up to 100%) or `500`.
 * @throws InputError
 */
export function changeLimit(value: unknown): ChangeLimit {
	const text = String(value).trim();
	const percent = Number(PERCENT.exec(text)?.[1] ?? NaN);
	if (percent <= 100) return { percent };
	if (NUMBER.test(text)) return { contacts: Number(text) };
	throw new InputError(`is ${quoted(text)}; enter a percentage, e.g. 25%, or a number of contacts`);
}

/** What may happen to contacts, and the option that limits it. */
const KINDS = {
	removed: { option: 'Maximum Removals', verb: 'lose', ofRun: 'remove' },
	changed: { option: 'Maximum Changes', verb: 'change', ofRun: 'change' },
};
export type Kind = keyof typeof KINDS;

/** How much of a list would change. */
export interface ListFigures {
	list: string;
	contacts: number;
	removed: number;
	changed: number;
	/** The limits of the input items of the list, which an expression may vary. The lowest one counts. */
	limits: Record<Kind, readonly ChangeLimit[]>;
}

/**
 * The most contacts that a limit allows, of a list of `contacts`. A share is rounded down, but above 0% to at least 1, so
 * that a small list can change. Of the shares, only 100% lets everybody be removed.
 */
function mostOf(limit: ChangeLimit, contacts: number, kind: Kind): number {
	if ('contacts' in limit) return limit.contacts;
	const { percent } = limit;
	if (percent === 0 || percent === 100) return (contacts * percent) / 100;
	const most = Math.max(1, Math.floor((contacts * percent) / 100));
	return kind === 'removed' ? Math.min(most, Math.max(0, contacts - 1)) : most;
}

const share = (limit: ChangeLimit) => ('percent' in limit ? ` (${limit.percent}%)` : '');
const TO_DO = 'check that the input is complete, or allow more';

/** @throws InputError if a list would change more than its limits allow */
export function checkList(figures: ListFigures): void {
	const { list, contacts } = figures;
	for (const kind of ['removed', 'changed'] as const) {
		const { option, verb } = KINDS[kind];
		for (const limit of figures.limits[kind]) {
			const most = mostOf(limit, contacts, kind);
			if (figures[kind] <= most) continue;
			throw new InputError(
				`Contact list ${list} would ${verb} ${shown(figures[kind])} of its ${counted(contacts, 'contact')}, and '${option}' allows ${shown(most)}${share(limit)}; ${TO_DO}`,
			);
		}
	}
}

/**
 * Limits also hold for the whole run: lists with the same limit share it.
 * @throws InputError if they would change more
 */
export function checkRun(lists: readonly ListFigures[]): void {
	for (const kind of ['removed', 'changed'] as const) {
		const { option, ofRun } = KINDS[kind];
		for (const [limit, own] of byLimit(lists, kind)) {
			const sum = (of: (list: ListFigures) => number) =>
				own.reduce((all, list) => all + of(list), 0);
			const [contacts, count] = [sum((list) => list.contacts), sum((list) => list[kind])];
			const most = mostOf(limit, contacts, kind);
			if (own.length < 2 || count <= most) continue;
			throw new InputError(
				`The run would ${ofRun} ${shown(count)} of the ${counted(contacts, 'contact')} of its lists, and '${option}' allows ${shown(most)}${share(limit)}; ${TO_DO}`,
			);
		}
	}
}

/** Lists that share a limit, by that limit. */
function byLimit(lists: readonly ListFigures[], kind: Kind): Array<[ChangeLimit, ListFigures[]]> {
	const limited = lists.flatMap((list) => {
		const own = new Map(list.limits[kind].map((limit) => [JSON.stringify(limit), limit]));
		return [...own].map(([key, limit]) => ({ key, limit, list }));
	});
	return [...groupBy(limited, ({ key }) => key).values()].map((group) => [
		group[0].limit,
		group.map(({ list }) => list),
	]);
}
