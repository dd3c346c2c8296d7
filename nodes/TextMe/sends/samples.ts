import { isSamplePhone } from '../../../gateway/samplePhone';
import type { ItemText } from '../run/row';

/** Leaves out the texts to the numbers of sample events: nobody has these numbers. */
export function withoutSamples(texts: ItemText[]): ItemText[] {
	return texts.filter((text) => {
		const isSample = 'phone' in text.to && isSamplePhone(text.to.phone);
		if (isSample) text.fate = { kind: 'skipped', why: 'sample' };
		return !isSample;
	});
}
