import type { INodeParameters } from 'n8n-workflow';

import type { LoggedRequest } from '../../../sandbox/requestLog.mts';
import { leaveBehind, type LeftBehind } from './leaveBehind.mts';

/** The statuses that an operation was answered with in one test. `npm run generate` checks that none is missing. */
export interface TestedOperation {
	test: string;
	resource: string;
	operation: string;
	statuses: number[];
}

export interface TestedStatuses extends LeftBehind {
	tested: TestedOperation[];
}

/** Collects the reply statuses that the operations of a test file met, and saves them in `coverage/`. */
export class StatusLog {
	private readonly tested: TestedOperation[] = [];

	add({ resource, operation }: INodeParameters, statuses: number[]): void {
		if (typeof resource !== 'string' || typeof operation !== 'string') return;
		const test = expect.getState().currentTestName ?? '';
		this.tested.push({ test, resource, operation, statuses: [...new Set(statuses)] });
	}

	save(): void {
		if (this.tested.length > 0) leaveBehind<TestedStatuses>('statuses', { tested: this.tested });
	}
}

/** The statuses the node was answered with. Requests with a fault do not count: it may swallow or change a status. */
export const statusesOf = (requests: LoggedRequest[]): number[] =>
	requests.flatMap(({ status, fault }) =>
		status === undefined || fault !== undefined ? [] : [status],
	);
