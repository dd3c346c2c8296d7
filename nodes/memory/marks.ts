/** Noted when somebody takes a thing up. */
export const takenUp = (id: string) => `1|${id}`;

/** Noted when it is done with, or when it is taken up for the second time, so that nothing is repeated for ever. */
export const doneWith = (id: string) => `2|${id}`;

/** Noted with the claim and forgotten when the thing is done with: without it nobody need ask who works on it. */
export const notDone = (id: string) => `6|${id}`;

/** All there may be of a thing that is to be taken up anew. */
export const traces = (id: string) => [takenUp(id), doneWith(id), notDone(id)];

/** Marks that a thing leaves behind. */
export const MARKS = 2;

const SLOT_MS = 20_000;
/** Slots in which whoever took a thing up may be silent before he counts as gone. */
const SILENT_SLOTS = 2;

const lease = (id: string, slot: number) => `4|${slot}|${id}`;
const slotOf = (at: number) => Math.floor(at / SLOT_MS);

/** How often leases are to be renewed. */
export const RENEW_EVERY_MS = 10_000;

/**
 * Noted again and again by whoever works on a thing: he counts as living for the next 40 to 60 seconds. The slot before is
 * for those who began to look in it.
 */
export const leases = (id: string, now: number) =>
	Array.from({ length: SILENT_SLOTS + 2 }, (_, n) => lease(id, slotOf(now) - 1 + n));

/** The one lease that tells whether somebody works on a thing now. */
export const livingLease = (id: string, now: number) => lease(id, slotOf(now));

/** Written with every claim: it is gone when somebody has undone what was written with it. */
export const ownMark = (token: string) => `5|${token}`;
