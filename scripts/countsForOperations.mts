import { existsSync } from 'node:fs';

/** Here the gateway misbehaves on purpose, which says nothing about an operation. */
const BROKEN_GATEWAY = /^test\/engine\/(faults\/|injection\.|secrets\.)/;

/** Whether what an engine test left behind counts for the table of operations and the previews; not when it is gone. */
export const countsForOperations = (testFile: string): boolean =>
	existsSync(testFile) && !BROKEN_GATEWAY.test(testFile);
