// Takes a part of the changes: `SAMPLE=0.015 SEED=1`, the same ones each time.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { CheckStatus } from '@stryker-mutator/api/check';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Whether a change is in the sample. Its place counts from 1, as in the report. */
export function isDrawn(file, { location: { start, end }, replacement }) {
	const { SAMPLE = '1', SEED = '1' } = process.env;
	const place = [start, end].map(({ line, column }) => `${line - 1}:${column - 1}`);
	const hash = createHash('sha256')
		.update([SEED, file, ...place, replacement].join('\n'))
		.digest();
	return hash.readUInt32BE() / 2 ** 32 < Number(SAMPLE);
}

/** Stryker itself counts from 0. */
const counted = ({ line, column }) => ({ line: line + 1, column: column + 1 });

class Sample {
	async init() {}

	async check(mutants) {
		const left = { status: CheckStatus.CompileError, reason: 'Not in the sample' };
		return Object.fromEntries(
			mutants.map(({ id, fileName, location: { start, end }, replacement }) => {
				const location = { start: counted(start), end: counted(end) };
				const isIn = isDrawn(relative(process.cwd(), fileName), { location, replacement });
				return [id, isIn ? { status: CheckStatus.Passed } : left];
			}),
		);
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)];
