const ALEF = 0x5d0;
const TAV = 0x5ea;
const ALEF_IN_1255 = 0xe0;

/** windows-1255 for Latin and Hebrew letters; other characters become question marks. */
export function hebrewBytes(text: string): Buffer {
	return Buffer.from(
		[...text].map((letter) => {
			const point = letter.codePointAt(0) ?? 0;
			if (point < 0x80) return point;
			return point >= ALEF && point <= TAV ? point - ALEF + ALEF_IN_1255 : 0x3f;
		}),
	);
}
