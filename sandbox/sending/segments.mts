const GSM =
	/^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà^{}\\[\]~|€]*$/;
const TWO_SEPTETS = /[\^{}\\[\]~|€]/g;

/** A text's credits, by the usual segment sizes of GSM and, for Hebrew, UCS-2. */
export function segmentsOf(text: string): number {
	if (text === '') return 1;
	if (!GSM.test(text)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
	const septets = text.length + (text.match(TWO_SEPTETS)?.length ?? 0);
	return septets <= 160 ? 1 : Math.ceil(septets / 153);
}
