import { readMinute, weekAfter } from '../israelTime.mts';
import { invalid, missing } from '../refusal.mts';
import { text, type Tree } from '../wire/tree.mts';

export interface ReportWindow {
	from: number;
	/** Exclusive: the minute of `to` belongs to the window. */
	until: number;
}

const MINUTE = 60_000;

function moment(body: Tree, field: string): number {
	const written = text(body, field) ?? '';
	if (written === '') throw missing(field);
	const time = readMinute(written);
	if (time === undefined) throw invalid(field);
	return time;
}

export function readWindow(body: Tree): ReportWindow {
	return { from: moment(body, 'from'), until: moment(body, 'to') + MINUTE };
}

/** A delivery report covers at most one week (specification, Limits). */
export function readWeek(body: Tree): ReportWindow {
	const window = readWindow(body);
	if (window.until - MINUTE > weekAfter(window.from)) {
		throw invalid('more than one week between from and to');
	}
	return window;
}

export function within({ from, until }: ReportWindow, time: number | undefined): boolean {
	return time !== undefined && time >= from && time < until;
}
