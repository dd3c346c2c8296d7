import { getCountries, getExampleNumber, isValidPhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';
import { SegmentedMessage } from 'sms-segments-calculator';
import { measureMessage } from '../../../gateway/texts/messageLength';
import {
	normalizePhone,
	SAMPLE_INBOX,
	SAMPLE_PHONE,
	toNational,
} from '../../../gateway/phones/phone';
import { fc } from '../../fuzz.mts';

// Other libraries for the same subjects agree with ours, apart from explained differences.

const ABROAD = getCountries().flatMap((country) => {
	const number = getExampleNumber(country, examples);
	return number && country !== 'IL' ? [[country, number] as const] : [];
});

test('reads a number of each country as libphonenumber does, however it is written', () => {
	expect(ABROAD.length).toBeGreaterThan(200);
	for (const [country, number] of ABROAD) {
		const digits = number.number.slice(1);
		for (const text of [number.number, number.formatInternational(), `00${digits}`]) {
			expect([country, normalizePhone(text, { international: true })]).toEqual([country, digits]);
		}
	}
});

const isTaken = (text: string) => {
	try {
		return normalizePhone(text) === text;
	} catch {
		return false;
	}
};

/** All first four digits of Israeli numbers, in both lengths. */
const ISRAELI = Array.from({ length: 1000 }, (_, area) => `0${String(area).padStart(3, '0')}`)
	.flatMap((area) => [`${area}23456`, `${area}234567`])
	.filter((text) => !text.startsWith('00')); // 00 is dialled to reach another country

test('takes every Israeli number that libphonenumber knows', () => {
	const valid = ISRAELI.filter((text) => isValidPhoneNumber(text, 'IL'));
	expect(valid.length).toBeGreaterThan(200);
	expect(valid.filter((text) => !isTaken(text))).toEqual([]);
});

test('takes others only in areas whose numbers are not all given out: a text to a new one must not fail here', () => {
	const areas = ISRAELI.filter((text) => isTaken(text) && !isValidPhoneNumber(text, 'IL')).map(
		(text) => `${text.slice(0, 2)} with ${text.length} digits`,
	);
	expect([...new Set(areas)]).toEqual([
		...['02 with 9 digits', '05 with 10 digits', '07 with 10 digits'],
	]);
});

test.each([SAMPLE_PHONE, SAMPLE_INBOX])('nobody can have the number of a sample: %s', (phone) => {
	const national = toNational(phone) ?? '';
	expect([isTaken(national), isValidPhoneNumber(national, 'IL')]).toEqual([true, false]);
});

/** GSM-7's alphabet and characters beyond it. No emoji clusters: the calculator keeps them whole, networks do not. */
const SIGNS = fc.constantFrom(
	...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&09:;<=>?¡ABZÄÖÑÜ§¿abzäöñüà\f^{}\\[~]|€',
);
const TEXTS = fc.oneof(
	fc.string({ unit: SIGNS, maxLength: 1005 }),
	fc.string({ unit: fc.oneof(SIGNS, fc.constantFrom(...'שלוםçδ`’😀🚚')), maxLength: 1005 }),
);

test("counts a text's segments as Twilio's calculator does", () => {
	fc.assert(
		fc.property(TEXTS, (text) => {
			const { encodingName, segmentsCount } = new SegmentedMessage(text);
			const { encoding, segments } = measureMessage(text);
			// An empty text is no message.
			if (text !== '') expect([encoding, segments]).toEqual([encodingName, segmentsCount]);
		}),
	);
});
