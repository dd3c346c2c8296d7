import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestedStatuses } from '../test/engine/harness/testedStatuses.mts';
import { countsForOperations } from './countsForOperations.mts';

/** The statuses of one operation that the engine tests met. */
export interface MetStatuses {
	/** By encoding. */
	statuses: Map<string, Set<number>>;
	/** Names of the tests, with their files. */
	tests: Set<string>;
}

const FOLDER = 'coverage/statuses';

export const operationKey = (resource: string, operation: string) => `${resource}.${operation}`;

/** Merges the results of the engine tests, by operation. Results of deleted test files do not count. */
export async function metStatuses(): Promise<Map<string, MetStatuses>> {
	const met = new Map<string, MetStatuses>();
	for (const { testFile, tested } of await results()) {
		for (const { test, resource, operation, encoding, statuses } of tested) {
			const key = operationKey(resource, operation);
			const entry = met.get(key) ?? nothingYet();
			const known = entry.statuses.get(encoding) ?? new Set<number>();
			for (const status of statuses) known.add(status);
			entry.statuses.set(encoding, known);
			entry.tests.add(`${testFile}: ${test}`);
			met.set(key, entry);
		}
	}
	return met;
}

const nothingYet = (): MetStatuses => ({ statuses: new Map(), tests: new Set() });

async function results(): Promise<TestedStatuses[]> {
	const files = await readdir(FOLDER).catch(() => []);
	const read = files.map(
		async (file) => JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as TestedStatuses,
	);
	return (await Promise.all(read)).filter(({ testFile }) => countsForOperations(testFile));
}
