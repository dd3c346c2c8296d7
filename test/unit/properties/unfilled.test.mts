import { hasWords, plainWriting } from '../../../gateway/texts/replyWords';
import { checkFilledIn } from '../../../gateway/values/checks';
import { fc } from '../../fuzz.mts';

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,10}$/);
const words = fc.stringMatching(/^[a-zא-ת ,.!:/-]{0,20}$/);

test('no text with a field of n8n that nothing filled in is taken, wherever it stands', () => {
	const field = fc.oneof(
		name.map((one) => `$json.${one}`),
		name.map((one) => `$json["${one}"]`),
		name.map((one) => `$json?.${one}`),
		fc.tuple(name, name).map(([node, one]) => `$('${node}').item.json.${one}`),
		fc.tuple(name, name).map(([node, one]) => `$node["${node}"].json["${one}"]`),
	);
	const wrap = fc.constantFrom(
		(one: string) => one,
		(one: string) => `\${${one}}`,
		(one: string) => `{${one}}`,
		(one: string) => `{{ ${one} }}`,
	);
	fc.assert(
		fc.property(words, field, wrap, words, (before, one, wrapped, after) => {
			expect(() => checkFilledIn(`${before}${wrapped(one)}${after}`)).toThrow(
				/^contains ".+", which n8n has not filled in/,
			);
		}),
	);
});

test('every text with dollars, but without a name of n8n, is taken', () => {
	const amount = fc.integer({ min: 0, max: 99_999 }).map((number) => `$${number}`);
	const dollars = fc.array(
		fc.oneof(amount, words, fc.constantFrom('$', 'US$ ', '{amount}', '$top=')),
	);
	fc.assert(
		fc.property(dollars, (parts) => {
			const text = parts.join(' ');
			expect(checkFilledIn(text)).toBe(text);
		}),
	);
});

test('a keyword is found between other characters, and never inside a word or number', () => {
	const keyword = fc.stringMatching(/^([a-z]{1,8}|[א-ת]{1,8}|\d{1,4})$/);
	const letters = fc.stringMatching(/^([a-z]|[א-ת]|\d){1,3}$/);
	const sign = fc.constantFrom(...' ,.!?:;-()"\'\n/'.split(''));
	const isIn = (text: string, one: string) => hasWords(plainWriting(text), plainWriting(one));
	fc.assert(
		fc.property(keyword, letters, sign, sign, (one, more, left, right) => {
			expect(isIn(`${left}${one}${right}`, one)).toBe(true);
			expect(isIn(one, one)).toBe(true);
			fc.pre(!`${more}`.includes(one));
			expect(isIn(`${left}${more}#${left}${one}${right}`, one)).toBe(true);
			const glued = [`${more}${one}`, `${one}${more}`, `${more}${one}${more}`];
			// The letters around may hold the keyword again, at an end.
			for (const text of glued.filter((each) => each.split(one).length === 2)) {
				expect(isIn(`${left}${text}${right}`, one)).toBe(false);
			}
		}),
	);
});
