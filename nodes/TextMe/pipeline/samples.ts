import { split } from '../../../gateway/lists';
import { isSamplePhone } from '../../../gateway/samplePhone';
import { skippedOutput } from '../../planning/runFigures';
import type { Text } from '../../sending/text';
import { addWarning, markOnlyChecked, unsentPieces } from './outputs';
import { partsOfTexts } from './parts';
import type { Run } from './run';

/**
 * Leaves out the texts to the numbers of sample events: nobody has these numbers. An item with no other recipient comes out as if
 * it were sent, with `onlyChecked`.
 */
export function withoutSamples(run: Run, texts: Text[]): Text[] {
	const [samples, left] = split(texts, ({ to }) => 'phone' in to && isSamplePhone(to.phone));
	const others = new Set(left.map(({ itemIndex }) => itemIndex));
	for (const part of partsOfTexts(samples, run.items)) {
		const { itemIndex } = part.item;
		const pieces = others.has(itemIndex) ? undefined : unsentPieces(run, part);
		if (pieces) {
			markOnlyChecked(pieces);
			addWarning(pieces, skippedOutput('sample').reason);
		}
		run.fates.note(itemIndex, { kind: 'skipped', why: 'sample' }, part.texts, pieces);
	}
	return left;
}
