// Takes a part of the changes: `SAMPLE=0.015 SEED=1`, the same ones each time.
import { createHash } from 'node:crypto';

/** Whether a change is in the sample. Stryker numbers those of the same code in the same way. */
export function isDrawn(id) {
	const { SAMPLE = '1', SEED = '1' } = process.env;
	const hash = createHash('sha256').update(`${SEED} ${id}`).digest();
	return hash.readUInt32BE() / 2 ** 32 < Number(SAMPLE);
}
