import type { ReplyValue, Tree } from './tree.mts';

class XmlError extends Error {}

const NAME = String.raw`[A-Za-z_:][\w:.-]*`;
const TOKEN = new RegExp(
	[
		String.raw`<\?[\s\S]*?\?>`,
		String.raw`<!--[\s\S]*?-->`,
		String.raw`<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>`,
		String.raw`</(?<close>${NAME})\s*>`,
		String.raw`<(?<open>${NAME})(?<attributes>(?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>/?)>`,
		String.raw`(?<text>[^<]+)`,
	].join('|'),
	'gy',
);
const ATTRIBUTE = new RegExp(String.raw`(${NAME})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'g');
const ENTITY = /&([^;\s]{1,10};)?/g;
const ENTITIES: Readonly<Record<string, string>> = {
	'lt;': '<',
	'gt;': '>',
	'amp;': '&',
	'quot;': '"',
	'apos;': "'",
};

function character(entity: string | undefined): string {
	const named = entity === undefined ? undefined : ENTITIES[entity];
	if (named !== undefined) return named;
	const code = /^#(?:x([\da-f]+)|(\d+));$/i.exec(entity ?? '');
	const point = code?.[1] === undefined ? Number(code?.[2]) : parseInt(code[1], 16);
	if (!(point > 0 && point <= 0x10ffff)) throw new XmlError('unknown entity');
	return String.fromCodePoint(point);
}

const unescaped = (raw: string) =>
	raw.includes('&')
		? raw.replace(ENTITY, (_whole: string, entity?: string) => character(entity))
		: raw;

interface Element {
	name: string;
	attributes: Record<string, string> | undefined;
	children: Record<string, unknown> | undefined;
	text: string;
}

function attributesOf(raw: string): Record<string, string> | undefined {
	if (raw === '') return undefined;
	const attributes: Record<string, string> = {};
	for (const [, name = '', double, single] of raw.matchAll(ATTRIBUTE)) {
		attributes[name] = unescaped(double ?? single ?? '');
	}
	return attributes;
}

function valueOf({ attributes, children, text }: Element): unknown {
	if (children === undefined) {
		return attributes === undefined ? text : { $: attributes, _: text };
	}
	return attributes === undefined ? children : { $: attributes, ...children };
}

function attach(parent: Element, name: string, value: unknown): void {
	const children = (parent.children ??= Object.create(null) as Record<string, unknown>);
	const present = children[name];
	if (present === undefined) children[name] = value;
	else if (Array.isArray(present)) present.push(value);
	else children[name] = [present, value];
}

/** Reads well-formed XML into the form of its JSON; refuses anything else, and document types. */
export function readXml(source: string): Tree {
	const top: Element = { name: '', attributes: undefined, children: undefined, text: '' };
	const open: Element[] = [top];
	TOKEN.lastIndex = source.charCodeAt(0) === 0xfeff ? 1 : 0;
	while (TOKEN.lastIndex < source.length) {
		const { groups } = TOKEN.exec(source) ?? {};
		if (groups === undefined) throw new XmlError('not well formed');
		const current = open.at(-1) as Element;
		if (groups.open !== undefined) {
			const element: Element = {
				name: groups.open,
				attributes: attributesOf(groups.attributes ?? ''),
				children: undefined,
				text: '',
			};
			if (current === top && top.children !== undefined) throw new XmlError('two roots');
			if (groups.empty === '/') attach(current, element.name, valueOf(element));
			else open.push(element);
		} else if (groups.close !== undefined) {
			if (current.name !== groups.close) throw new XmlError('tags do not match');
			open.pop();
			attach(open.at(-1) as Element, current.name, valueOf(current));
		} else {
			current.text += groups.cdata ?? unescaped(groups.text ?? '');
		}
	}
	if (open.length !== 1 || top.children === undefined || top.text.trim() !== '') {
		throw new XmlError('not one closed root');
	}
	return top.children;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// XML allows no control characters; a text that contains one must not break the reply.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g; // eslint-disable-line no-control-regex
const escaped = (raw: string) =>
	raw.replace(/[&<>]/g, (found) => ESCAPES[found] as string).replace(CONTROL, '');

const isList = (value: ReplyValue): value is readonly ReplyValue[] => Array.isArray(value);

/** One element; an array repeats it. */
export function writeXml(name: string, value: ReplyValue): string {
	if (value === undefined) return '';
	if (typeof value === 'string' || typeof value === 'number') {
		return `<${name}>${escaped(String(value))}</${name}>`;
	}
	if (isList(value)) return value.map((item) => writeXml(name, item)).join('');
	const inner = Object.entries(value).map(([child, content]) => writeXml(child, content));
	return `<${name}>${inner.join('')}</${name}>`;
}
