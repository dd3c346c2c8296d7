import { existsSync } from 'node:fs';

/** Tests in which the gateway misbehaves on purpose. Their results say nothing about an operation. */
const BROKEN_GATEWAY = /^test\/engine\/(faults\/|injection\.|secrets\.)/;

/** Whether the results of an engine test count for the table of operations and the previews. The test must still exist. */
export const countsForOperations = (testFile: string): boolean =>
	existsSync(testFile) && !BROKEN_GATEWAY.test(testFile);
