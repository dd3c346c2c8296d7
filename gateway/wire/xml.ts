// No other file may import fast-xml-parser: the build bundles it here, because n8n installs no dependencies of ours.
import { XMLParser } from 'fast-xml-parser';
import { MAX_DEPTH } from '../values/tree';
import type { GatewayTree, GatewayValue, ReplyTree, ReplyValue } from '../values/tree';

const parser = new XMLParser({
	ignoreAttributes: false,
	attributesGroupName: '$',
	attributeNamePrefix: '',
	textNodeName: '_',
	parseTagValue: false,
	trimValues: false,
	// Numeric references, too.
	htmlEntities: true,
	// A document type must not name entities that grow. The default length is less than that of a long list of reports.
	processEntities: {
		enabled: true,
		maxEntityCount: 1,
		maxEntitySize: 1,
		maxExpandedLength: Infinity,
	},
	ignoreDeclaration: true,
	ignorePiTags: true,
	maxNestedTags: MAX_DEPTH,
	jPath: false,
	// White space between elements.
	tagValueProcessor: (_name, text, _path, _hasAttributes, isLeaf) =>
		isLeaf || text.trim() !== '' ? text : '',
	onDangerousProperty: (name) => name,
});

/**
 * Reads an XML document into a tree of texts; undefined if it is none. Repeated elements become arrays, attributes `$`, text
 * beside attributes or elements `_`.
 */
export function parseXml(text: string): ReplyValue | undefined {
	try {
		const roots = parser.parse(text, true) as ReplyTree;
		// Text between the roots.
		delete roots._;
		const [value, ...others] = Object.values(roots);
		// The validator accepts a second, self-closed root element.
		return Array.isArray(value) || others.length > 0 ? undefined : value;
	} catch {
		return undefined;
	}
}

const NAMED: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};
const IN_TEXT = /[&<>\r]/g;
/** A parser turns a bare carriage return into a line feed, and white space in an attribute into spaces. */
const IN_ATTRIBUTE = /[&<>"\t\n\r]/g;

export const escaped = (text: unknown, unsafe = IN_TEXT): string =>
	String(text).replace(unsafe, (sign) => NAMED[sign] ?? `&#${sign.charCodeAt(0)};`);

function buildElement(name: string, value: unknown): string {
	if (Array.isArray(value)) return value.map((item) => buildElement(name, item)).join('');
	if (typeof value !== 'object') return `<${name}>${escaped(value)}</${name}>`;
	const { $, _ = '', ...children } = value as GatewayTree;
	let attributes = '';
	for (const [attribute, text] of Object.entries($ ?? {})) {
		attributes += ` ${attribute}="${escaped(text, IN_ATTRIBUTE)}"`;
	}
	let content = escaped(_);
	for (const [child, inner] of Object.entries(children)) content += buildElement(child, inner);
	return `<${name}${attributes}>${content}</${name}>`;
}

/**
 * Writes a tree as a UTF-8 XML document. Does not check names and characters: `encodeRequest` does that beforehand. The
 * parser package's builder is several times slower, and writes white space in attributes that a parser changes.
 */
export const buildXml = (tree: Readonly<Record<string, GatewayValue>>): string =>
	`<?xml version="1.0" encoding="UTF-8"?>${Object.entries(tree)
		.map(([root, value]) => buildElement(root, value))
		.join('')}`;
