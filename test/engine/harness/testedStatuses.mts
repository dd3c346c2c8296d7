import type { INodeParameters } from 'n8n-workflow';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { LoggedRequest } from '../../../sandbox/requestLog.mts';

/** One test and what an operation was really answered in it. `npm run coverage` makes the README's table of these. */
export interface TestedOperation {
	test: string;
	resource: string;
	operation: string;
	encoding: string;
	statuses: number[];
}

export interface TestedStatuses {
	/** Relative to the package, so that the results of a test file that is gone can be told. */
	testFile: string;
	tested: TestedOperation[];
}

const FOLDER = path.resolve('coverage/statuses');

/** Notes for a test file which reply statuses its operations met, and leaves them behind as a file of `coverage/`. */
export class StatusLog {
	private readonly tested: TestedOperation[] = [];

	add({ resource, operation }: INodeParameters, encoding: string, statuses: number[]): void {
		if (typeof resource !== 'string' || typeof operation !== 'string') return;
		const test = expect.getState().currentTestName ?? '';
		this.tested.push({ test, resource, operation, encoding, statuses: [...new Set(statuses)] });
	}

	save(): void {
		const { testPath } = expect.getState();
		if (testPath === undefined || this.tested.length === 0) return;
		const testFile = path.relative(process.cwd(), testPath);
		const results: TestedStatuses = { testFile, tested: this.tested };
		mkdirSync(FOLDER, { recursive: true });
		const file = `${testFile.replaceAll(path.sep, '.')}.json`;
		writeFileSync(path.join(FOLDER, file), JSON.stringify(results, undefined, '\t'));
	}
}

/** The statuses the node was answered with. A fault may swallow a reply or put another status in its place. */
export const statusesOf = (requests: LoggedRequest[]): number[] =>
	requests.flatMap(({ status, fault }) =>
		status === undefined || fault !== undefined ? [] : [status],
	);
