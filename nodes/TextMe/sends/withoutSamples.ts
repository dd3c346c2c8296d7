import { isSamplePhone } from '../../../gateway/phones/phone';
import { SAMPLE } from '../run/fate';
import type { ItemText } from '../run/row';

/** Leaves out texts to the numbers of sample events, which belong to nobody. */
export function withoutSamples(texts: ItemText[]): ItemText[] {
	return texts.filter((text) => {
		const isSample = 'phone' in text.to && isSamplePhone(text.to.phone);
		if (isSample) text.fate = { kind: 'accepted', onlyChecked: SAMPLE };
		return !isSample;
	});
}
