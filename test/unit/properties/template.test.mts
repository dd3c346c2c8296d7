import { template } from '../../../nodes/TextMe/template';
import { fc, sendableText } from '../../fuzz.mts';

const name = fc.stringMatching(/^[\p{L}\p{N}_][\p{L}\p{N}_ -]{0,6}$/u).map((text) => `f${text}`);
const value = fc.oneof(
	sendableText,
	fc.integer(),
	fc.boolean(),
	// What a second look at the text would take for a field, or `replace` for a pattern.
	fc.constantFrom('{f}', '{fname}', '$&', '$1', '{', '}'),
);
const plainText = sendableText.map((text) => text.replace(/[{}]/g, ''));

test('every field is filled in once, and nothing else changes', () => {
	const parts = fc.array(fc.tuple(plainText, name, value), { maxLength: 6 });
	fc.assert(
		fc.property(parts, plainText, (pieces, end) => {
			const item: Record<string, string | number | boolean> = Object.fromEntries(
				pieces.map(([, key, content]) => [key, content]),
			);
			const text = pieces.map(([before, key]) => `${before}{${key}}`).join('') + end;
			const filled = pieces.map(([before, key]) => `${before}${String(item[key])}`).join('') + end;
			expect(template(text)(item)).toBe(filled);
		}),
	);
});

test('any text either fills or names the field it lacks', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: fc.constantFrom('{', '}', 'a', '.', ' ', '_', '$', 'ש') }),
			(text) => {
				try {
					expect(typeof template(text)({ a: 1, ש: { a: 'x' } })).toBe('string');
				} catch (error) {
					expect((error as Error).message).toMatch(/^needs a field \{/);
				}
			},
		),
	);
});
