import { readable } from '../../../gateway/values/checks';

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export class Markup {
	constructor(readonly source: string) {}
}

type Value = Markup | Markup[] | string | number | undefined | false;

/** Escapes every value that is not markup, for use in elements and quoted attributes. */
function sourceOf(value: Value): string {
	if (value === undefined || value === false) return '';
	if (Array.isArray(value)) return value.map(sourceOf).join('\n');
	if (value instanceof Markup) return value.source;
	return readable(String(value)).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Builds a piece of a page. Every value in it is escaped. */
export const markup = (pieces: TemplateStringsArray, ...values: Value[]): Markup =>
	new Markup(pieces.map((piece, index) => piece + sourceOf(values[index])).join(''));
