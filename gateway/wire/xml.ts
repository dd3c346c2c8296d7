// No other file may import fast-xml-parser: the build bundles it here, because n8n installs no dependencies of ours.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { MAX_DEPTH, UNSAFE_NAMES } from '../values/tree';
import type { GatewayTree, GatewayValue, Parsed, ReplyTree, ReplyValue } from '../values/tree';

interface ParsedNode {
	':@'?: Record<string, string>;
	[tag: string]: ParsedNode[] | string | Record<string, string> | undefined;
}

const TEXT = '#text';
const CDATA = '#cdata';
const DROPPED = '#dropped';

const dropUnsafe = (name: string) => (UNSAFE_NAMES.has(name) ? DROPPED : name);

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	textNodeName: TEXT,
	cdataPropName: CDATA,
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	// The parser's own decoding has a budget per document, which a long list of reports exceeds.
	processEntities: false,
	ignoreDeclaration: true,
	ignorePiTags: true,
	maxNestedTags: MAX_DEPTH,
	jPath: false,
	transformTagName: dropUnsafe,
	transformAttributeName: dropUnsafe,
	onDangerousProperty: (name) => name,
});

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&apos;': "'",
};

const ENTITY = /&(?:#(\d{1,7}|[xX][\da-fA-F]{1,6})|amp|lt|gt|quot|apos);/g;

/** Resolves numeric references and XML's five named ones. */
export function decodeEntities(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(ENTITY, (whole: string, number?: string) => {
		if (number === undefined) return NAMED_ENTITIES[whole] ?? whole;
		const codePoint = Number(number.replace(/^x/i, '0x'));
		return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
	});
}

function textOf(node: ParsedNode): string | undefined {
	const text = node[TEXT];
	if (typeof text === 'string') return decodeEntities(text);
	const cdata = node[CDATA];
	if (!Array.isArray(cdata)) return undefined;
	return cdata.map((part) => String(part[TEXT])).join('');
}

/** The parser puts a node's name first and its attributes under `:@`. */
const elementName = (node: ParsedNode): string => Object.keys(node)[0] ?? '';

function attributesOf(node: ParsedNode): ReplyTree | undefined {
	const entries = Object.entries(node[':@'] ?? {}).filter(([name]) => name !== DROPPED);
	if (entries.length === 0) return undefined;
	return Object.fromEntries(entries.map(([name, value]) => [name, decodeEntities(value)]));
}

function append(tree: ReplyTree, name: string, value: ReplyValue): void {
	const before = Object.hasOwn(tree, name) ? tree[name] : undefined;
	if (before === undefined) tree[name] = value;
	else if (Array.isArray(before)) before.push(value);
	else tree[name] = [before, value];
}

function toValue(node: ParsedNode, name: string): ReplyValue {
	const children = node[name];
	const tree: ReplyTree = {};
	let text = '';
	let hasElements = false;
	for (const child of Array.isArray(children) ? children : []) {
		const part = textOf(child);
		if (part !== undefined) {
			text += part;
			continue;
		}
		const childName = elementName(child);
		if (childName === DROPPED) continue;
		hasElements = true;
		append(tree, childName, toValue(child, childName));
	}
	const attributes = attributesOf(node);
	if (!hasElements && attributes === undefined) return text;
	if (attributes !== undefined) tree.$ = attributes;
	if (!hasElements || text.trim() !== '') tree._ = text;
	return tree;
}

function parseNodes(text: string): ParsedNode[] | 'malformed' | 'tooDeep' {
	try {
		const nodes = parser.parse(text) as ParsedNode[];
		return XMLValidator.validate(text) === true ? nodes : 'malformed';
	} catch (error) {
		return String(error).includes('nested') ? 'tooDeep' : 'malformed';
	}
}

/**
 * Reads an XML document into a tree of texts. Repeated elements become arrays, attributes `$`, text beside attributes or
 * elements `_`. Callers must refuse document types beforehand: this does not.
 */
export function parseXml(text: string): Parsed<ReplyValue> {
	const nodes = parseNodes(text);
	if (typeof nodes === 'string') return { ok: false, reason: nodes };
	const [root, ...others] = nodes.filter((node) => textOf(node) === undefined);
	// The validator accepts a second, self-closed root element.
	if (root === undefined || others.length > 0) return { ok: false, reason: 'malformed' };
	return { ok: true, value: toValue(root, elementName(root)) };
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
	// A parser turns a bare carriage return into a line feed, and white space in an attribute into spaces.
	'\r': '&#13;',
};
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
	...TEXT_ESCAPES,
	'\t': '&#9;',
	'\n': '&#10;',
};

const escapeText = (text: string) => text.replace(/[&<>"'\r]/g, (c) => TEXT_ESCAPES[c] ?? c);
const escapeAttribute = (text: string) =>
	text.replace(/[&<>"'\r\n\t]/g, (c) => ATTRIBUTE_ESCAPES[c] ?? c);

function buildAttributes(attributes: GatewayValue): string {
	if (typeof attributes !== 'object' || Array.isArray(attributes)) return '';
	return Object.entries(attributes)
		.map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
		.join('');
}

function buildElement(name: string, value: GatewayValue): string {
	if (value === undefined) return '';
	if (typeof value !== 'object') return `<${name}>${escapeText(String(value))}</${name}>`;
	if (isList(value)) return value.map((item) => buildElement(name, item)).join('');
	let content = '';
	for (const [child, childValue] of Object.entries(value)) {
		if (child === '_') content += escapeText(String(childValue));
		else if (child !== '$') content += buildElement(child, childValue);
	}
	return `<${name}${buildAttributes(value.$)}>${content}</${name}>`;
}

// Array.isArray does not narrow a readonly array out of a union.
const isList = (value: GatewayValue): value is readonly GatewayValue[] => Array.isArray(value);

/**
 * Writes a tree as a UTF-8 XML document. Does not check names and characters: `encodeRequest` does that beforehand. We do not
 * use the parser package's builder: it turns the attribute value "true" into a bare attribute and loses carriage returns.
 */
export function buildXml(root: string, tree: GatewayTree): string {
	return `<?xml version="1.0" encoding="UTF-8"?>${buildElement(root, tree)}`;
}
