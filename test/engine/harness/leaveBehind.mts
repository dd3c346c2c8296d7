import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface LeftBehind {
	/** Relative to the package. Shows whether the test file still exists. */
	testFile: string;
}

/** Saves this test file's results in `coverage/`, for a script that reads all of them. */
export function leaveBehind<T extends LeftBehind>(
	folder: 'outputs',
	results: Omit<T, 'testFile'>,
): void {
	const { testPath } = expect.getState();
	if (testPath === undefined) return;
	const testFile = path.relative(process.cwd(), testPath);
	const file = path.resolve('coverage', folder, `${testFile.replaceAll(path.sep, '.')}.json`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify({ testFile, ...results }, undefined, '\t'));
}
