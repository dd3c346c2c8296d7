import { listedEventIds } from '../../gateway/blocklistEntry';
import { doneWith, takenUp } from '../memory/marks';
import type { Arrival } from './arrival';

/** Noted of a masked entry of a listing, for its push that may come later. */
export const listedAs = (id: string) => `3|${id}`;

export const idOf = ({ event }: Arrival): string => event.eventId;

export const isMasked = ({ event }: Arrival): boolean =>
	event.event === 'blocklistAddition' && event.masked;

/** The ids under which a listing, which masks the phone, may show what was pushed. */
export const listedIdsOf = ({ event }: Arrival): string[] =>
	event.event === 'blocklistAddition' ? listedEventIds(event) : [];

export const idsOf = (arrival: Arrival): string[] => [idOf(arrival), ...listedIdsOf(arrival)];

/** What comes masked was perhaps pushed before and is then done with under that id; it has no second chance. */
export const firstMarkOf = (arrival: Arrival): string =>
	isMasked(arrival) ? doneWith(idOf(arrival)) : takenUp(idOf(arrival));
