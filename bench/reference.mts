import { REFERENCE } from './contestants.mts';
import type { Sending, SendingRow } from './results.mts';

/** The row of a contestant in n8n's default engine. */
export const rowOf = ({ rows }: Sending, contestant: string): SendingRow | undefined =>
	rows.find((row) => row.contestant === contestant && row.engine === 'default');

/** The row the others are compared with. */
export const reference = (sending: Sending): SendingRow | undefined => rowOf(sending, REFERENCE);
