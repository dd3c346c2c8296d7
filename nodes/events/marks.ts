import { listedEventIds } from '../../gateway/blocklistEntry';
import type { Arrival } from './arrival';

/** Most marks an ordinary event leaves behind. */
export const MARKS = 2;

/** Noted when an execution takes the event up. */
export const takenUp = (id: string) => `1|${id}`;
/** Noted when it is done with; also when it is taken up for the second time, so that nothing is repeated for ever. */
export const doneWith = (id: string) => `2|${id}`;
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
