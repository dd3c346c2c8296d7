// `SAMPLE=0.02 SEED=1 npx stryker run` tries two of a hundred changes, the same ones each time for a seed.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { CheckStatus } from '@stryker-mutator/api/check';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const { SAMPLE = '1', SEED = '1' } = process.env;

/** Between 0 and 1, by the seed and the change. */
function draw({ fileName, location: { start, end }, replacement }) {
	const change = [SEED, relative(process.cwd(), fileName), start, end, replacement];
	const hash = createHash('sha256').update(JSON.stringify(change)).digest();
	return hash.readUInt32BE() / 2 ** 32;
}

class Sample {
	async init() {}

	async check(mutants) {
		return Object.fromEntries(
			mutants.map((mutant) => [
				mutant.id,
				draw(mutant) < Number(SAMPLE)
					? { status: CheckStatus.Passed }
					: { status: CheckStatus.CompileError, reason: 'Not in the sample' },
			]),
		);
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)];
