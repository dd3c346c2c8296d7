import path from 'node:path';

type KeyMemory = typeof import('../../../nodes/memory/keyMemory');

/** Makes claims of keys settle sooner in the built package: otherwise each costs a test two seconds. */
export function useShortClaims(): void {
	const built = path.resolve('dist/nodes/memory/keyMemory.js');
	beforeAll(() => (jest.requireActual<KeyMemory>(built).CLAIM.settledMs = 300));
}
