import { create } from 'xmlbuilder2';
import { encodeRequest } from '../../../gateway/wire/encode';
import type { GatewayTree } from '../../../gateway/values/tree';
import { fc } from '../../fuzz.mts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const json = (root: string, tree: GatewayTree) =>
	JSON.parse(encodeRequest(root, tree, 'json').body) as unknown;
const xml = (root: string, tree: GatewayTree) => {
	const { body } = encodeRequest(root, tree, 'xml');
	expect(body.startsWith(DECLARATION)).toBe(true);
	return body.slice(DECLARATION.length);
};

/** Reads XML with another parser. */
function readBack(body: string): { id: string | null; text: string | null } {
	const { node } = create({ skipWhitespaceOnlyText: false }, body).root().first();
	const element = node as unknown as { getAttribute(name: string): string | null };
	return { id: element.getAttribute('id'), text: node.textContent };
}

const TTS = { type: 2, rate: -10, repeat: 3, voice: 'ymMale' };

/** The tree, its XML, and its JSON if that is not the tree. */
test.each<[string, GatewayTree, xml: string, json?: unknown]>([
	[
		'scalars become texts',
		{ a: 'x', b: 5, c: -0.5 },
		'<a>x</a><b>5</b><c>-0.5</c>',
		{ a: 'x', b: '5', c: '-0.5' },
	],
	['undefined is left out', { a: undefined, b: '1' }, '<b>1</b>', { b: '1' }],
	['an empty text is kept', { a: '' }, '<a></a>'],
	['a list of nothing is left out', { a: [undefined], b: '1' }, '<b>1</b>', { b: '1' }],
	['lists are repeated elements', { d: { p: ['050', '052'] } }, '<d><p>050</p><p>052</p></d>'],
	[
		'attributes and texts that are numbers',
		{ p: ['a', { $: { id: 7 }, _: 52 }] },
		'<p>a</p><p id="7">52</p>',
		{ p: ['a', { $: { id: '7' }, _: '52' }] },
	],
	['no attribute left', { p: { $: { id: undefined }, _: '1' } }, '<p>1</p>', { p: '1' }],
	['inner elements alone', { p: { $: {}, q: '2' } }, '<p><q>2</q></p>', { p: { q: '2' } }],
	[
		'attributes without text',
		{ p: { $: { id: '1' } } },
		'<p id="1"></p>',
		{ p: { $: { id: '1' }, _: '' } },
	],
	['attributes and inner elements', { p: { $: { id: '1' }, q: '2' } }, '<p id="1"><q>2</q></p>'],
	[
		'three numbers of tts stay numbers in JSON',
		{ tts: { ...TTS, rate: '-10' }, type: 2, x: { rate: 1 } },
		'<tts><type>2</type><rate>-10</rate><repeat>3</repeat><voice>ymMale</voice></tts><type>2</type><x><rate>1</rate></x>',
		{ tts: TTS, type: '2', x: { rate: '1' } },
	],
	[
		'what is no whole number in tts stays text',
		{ tts: { rate: '1.5', repeat: '3x' } },
		'<tts><rate>1.5</rate><repeat>3x</repeat></tts>',
	],
])('encodes a tree: %s', (_, tree, asXml, asJson = tree) => {
	expect(json('sms', tree)).toEqual({ sms: asJson });
	expect(xml('sms', tree)).toBe(`<sms>${asXml}</sms>`);
});

test.each([
	['json', 'application/json; charset=utf-8'],
	['xml', 'application/xml; charset=utf-8'],
] as const)('sends the character %s as %s', (encoding, contentType) => {
	expect(encodeRequest('balance', {}, encoding).contentType).toBe(contentType);
});

test('writes what a custom call may hold beyond the types in the same way', () => {
	const tree = {
		a: null,
		b: true,
		c: [null, 5n],
		d: { $: { id: null }, _: '1' },
		e: { $: null, _: '2' },
		f: { $: 'no attributes', _: '3' },
		g: { _: '4', h: null },
	} as unknown as GatewayTree;
	expect(json('x', tree)).toEqual({ x: { b: 'true', c: ['5'], d: '1', e: '2', f: '3', g: '4' } });
	expect(xml('x', tree)).toBe('<x><b>true</b><c>5</c><d>1</d><e>2</e><f>3</f><g>4</g></x>');
});

test('leaves the given tree as it is', () => {
	const tree = { a: 5, b: null, c: [{ d: 6 }, null], e: { $: { id: 7 }, _: 8 } };
	const before = structuredClone(tree);
	encodeRequest('x', tree as unknown as GatewayTree, 'json');
	expect(tree).toEqual(before);
});

// The other parser decodes this twice, so we compare the text.
test('writes what looks like a character reference as text', () => {
	expect(xml('x', { p: '&#13;' })).toBe('<x><p>&amp;#13;</p></x>');
});

test('white space that a parser would change is written as references', () => {
	expect(xml('x', { p: { $: { id: '\t\n\r' }, _: '\t\n\r' } })).toBe(
		'<x><p id="&#9;&#10;&#13;">\t\n&#13;</p></x>',
	);
});

test('any text is either carried unchanged in both encodings or refused in both', () => {
	const outcome = (text: string, encoding: 'json' | 'xml') => {
		try {
			const { body } = encodeRequest('x', { p: { $: { id: text }, _: text } }, encoding);
			return encoding === 'json' ? (JSON.parse(body) as unknown) : readBack(body);
		} catch (error) {
			return (error as Error).message;
		}
	};
	fc.assert(
		fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
			const asJson = outcome(text, 'json');
			const asXml = outcome(text, 'xml');
			if (typeof asJson === 'string') expect(asXml).toBe(asJson);
			else {
				expect(asJson).toEqual({ x: { p: { $: { id: text }, _: text } } });
				expect(asXml).toEqual({ id: text, text });
			}
		}),
	);
});
