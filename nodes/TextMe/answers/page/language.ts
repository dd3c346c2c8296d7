export type Language = 'en' | 'he' | 'ar';

const SCRIPTS: ReadonlyArray<readonly [Language, RegExp]> = [
	['he', /\p{Script=Hebrew}/gu],
	['ar', /\p{Script=Arabic}/gu],
	['en', /\p{Script=Latin}/gu],
];

/** The language of a page about a text: that of the script most of its letters are of. */
export function languageOf(text: string): Language {
	let language: Language = 'en';
	let most = 0;
	for (const [candidate, letters] of SCRIPTS) {
		const count = text.match(letters)?.length ?? 0;
		if (count > most) [language, most] = [candidate, count];
	}
	return language;
}

export const directionOf = (language: Language) => (language === 'en' ? 'ltr' : 'rtl');
