const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Signs that turn the direction of what follows around, so that a text reads as another one (UAX #9). */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text as it can stand in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
	text.replace(TURNS, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
