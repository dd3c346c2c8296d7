import { decodeReply } from '../../../gateway/wire/decode';
import { encodeRequest } from '../../../gateway/wire/encode';
import type { GatewayTree } from '../../../gateway/values/tree';
import { readRequest } from '../../../sandbox/wire/readRequest.mts';
import { expectUnpolluted, fc, sendableText, UNSAFE } from '../../fuzz.mts';

const ENCODINGS = ['json', 'xml'] as const;

/** Any field name without a special meaning or a second spelling. */
const name = fc
	.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/)
	.map((text) => `f${text}`)
	.filter((text) => !/s$/.test(text));

const { tree } = fc.letrec<{ tree: GatewayTree; value: GatewayTree | string | string[] }>(
	(tie) => ({
		value: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			sendableText,
			fc.array(sendableText, { minLength: 2, maxLength: 4 }),
			// Attributes and a text, as a phone with its external ID.
			fc.record({
				$: fc.dictionary(name, sendableText, { minKeys: 1, maxKeys: 2 }),
				// XML cannot distinguish an empty text from none.
				_: sendableText.filter((text) => text !== ''),
			}),
			tie('tree'),
		),
		// XML cannot distinguish an empty object from an empty text.
		tree: fc.dictionary(name, tie('value'), {
			minKeys: 1,
			maxKeys: 4,
		}) as fc.Arbitrary<GatewayTree>,
	}),
);

/** A copy with an ordinary prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(ENCODINGS)('any body in %s is what the other side reads', (encoding) => {
	fc.assert(
		fc.property(tree, (data) => {
			const { body, contentType } = encodeRequest('sms', data, encoding);
			const read = readRequest(body, contentType);
			expect(read.root).toBe('sms');
			expect(plain(read.body)).toEqual(plain(data));
		}),
	);
});

test.each(ENCODINGS)('any body in %s comes back as the tree it was', (encoding) => {
	fc.assert(
		fc.property(tree, (data) => {
			const { body } = encodeRequest('reply', { status: '0', data }, encoding);
			expect(decodeReply(body, 'reply')).toMatchObject({
				kind: 'reply',
				tree: { status: '0', data },
			});
		}),
	);
});

test('no reply pollutes an object or hands out one of an odd kind', () => {
	const anyName = fc.oneof(
		name,
		fc.constantFrom(...UNSAFE, 'toString', 'hasOwnProperty', 'polluted'),
	);
	const { value } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			fc.constantFrom('1', 'polluted', ''),
			fc.array(tie('value'), { maxLength: 3 }),
			fc.array(fc.tuple(anyName, tie('value')), { maxLength: 4 }).map((fields) => new Map(fields)),
		),
	}));
	fc.assert(
		fc.property(value, (data) => {
			for (const text of [
				`{"status":0,"data":${asJson(data)}}`,
				`<r><status>0</status>${asXml('data', data)}</r>`,
			]) {
				const reply = decodeReply(text, 'r');
				if (reply.kind === 'reply') expectPlain(reply.tree);
			}
			expectUnpolluted();
		}),
	);
});

/** Written by hand, because an object cannot have two fields of one name, or `__proto__`. */
function asJson(value: unknown): string {
	if (value instanceof Map) {
		return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}:${asJson(inner)}`).join(',')}}`;
	}
	return Array.isArray(value) ? `[${value.map(asJson).join(',')}]` : JSON.stringify(value);
}

function asXml(element: string, value: unknown): string {
	if (Array.isArray(value)) return value.map((inner) => asXml(element, inner)).join('');
	const content =
		value instanceof Map
			? [...(value as Map<string, unknown>)].map(([key, inner]) => asXml(key, inner)).join('')
			: String(value);
	return `<${element}>${content}</${element}>`;
}

function expectPlain(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(value));
	for (const key of Object.keys(value)) expect(UNSAFE).not.toContain(key);
	Object.values(value).forEach(expectPlain);
}
