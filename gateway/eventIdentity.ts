import { fingerprint } from './eventId';

/** Characters of every identity: 53 bits, so that of 100,000 events two have the same one in a million campaigns. */
export const IDENTITY_CHARACTERS = 11;

/** Tells an event from every other by what it is about. */
export const identity = (parts: ReadonlyArray<string | number | undefined>): string =>
	fingerprint(JSON.stringify(parts.map((part) => part ?? ''))).padStart(IDENTITY_CHARACTERS, '0');

/** The seconds of a date as it came, `dd/mm/yy hh:mm:ss`; undefined when it has none. */
export const secondsOf = (date: string | undefined): string | undefined =>
	/\d:\d\d:(\d\d)/.exec(date ?? '')?.[1];

/** The identity of the second, third … of several events that nothing tells apart. */
export const nthIdentity = (exact: string, n: number): string =>
	n === 1 ? exact : identity([exact, n]);

/** The identity among the events of several accounts. */
export const ofAccount = (exact: string, account: string): string => identity([account, exact]);
