import { randomInt } from 'node:crypto';

/** Words of the protocol and its public texts, which say nothing about an account. All other words are replaced. */
const KNOWN_WORDS = new Set(
	`a an and are be by for from has have in is it no not of on or the to was were will with
	accepted account action active added address all already api balance belong belongs bearer blacklist blocked bulk
	campaign campaigns cancel cancelled code command contact contains content could create created credit current
	customer date deleted delivered destination does element empty error exist exists expired failed found function
	in international invalid json key length list lists long message messages missing money new null number numbers ok
	parameter permission phone phones please received rejected reply report request required root scheduled sender sent
	service short sms source status success successfully successful test text timeout token transaction transactions
	true false type undefined unknown updated user username valid value verified verification xml
	not-found unauthorized forbidden server internal bad gateway http utf version encoding hebrew
	הגיע ליעד נכשל סלולר לא פג תוקף נמחק נדחה נחסם לפי בקשה אין יתרה חסום מספר כשר הודעה חוקית שגיאה ידועה`
		.split(/\s+/)
		.map((word) => word.toLowerCase()),
);

/** Words of which names of fields are made, here and at other services. Other names are replaced: they may be a person's. */
const NAME_WORDS = new Set(
	`amount assigned attributes birthday blance body call called carrier choice choices cl client count created custom data
	delivery desc description df dlr dlrs dynamic en encoded end error errors expiration expires extid external feed field
	fields first flag footer free groups head header he html id identifier identifiers ids incoming index info insert interantional
	inserted items ip last limit list mobile money msg msisdn name network new next note offset operaor operator option
	options order originator otp page param params payload per price prev provider push rate reason receive received receiver
	recipient recipients record records ref reference remark remaining repeat response result results resultset row rows rm
	root rs segments send sends sent shipment shipments short shortcode size start state statuses subscriber sub subs tag text
	time timestamp timing title tn total totals tts unit units update updated url verify voice wrapper xmlns xsd xsi`.split(
		/\s+/,
	),
);
/** Names that have no such words in them. */
const NAMES = new Set(
	'addnumbl addnumcl dlrbydate getclbyid getblancesubs getcl newcl removecl rmnumbl rmnumcl addsub updateamountsub'.split(
		' ',
	),
);

/** What is one value as a whole: IP addresses, which are replaced, and dates, which stay. */
const WHOLE = new RegExp(
	[
		/(?<!\d\.?)\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/,
		/(?<![\w:])(?=[\da-f:]*(?:::|[a-f]))(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/,
		/(?<date>\b(?:(?:19|20)\d\d|\d{1,2})[/.-]\d{1,2}[/.-](?:(?:19|20)\d\d|\d\d)(?!\d)(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?)/,
	]
		.map(({ source }) => source)
		.join('|'),
	'gi',
);
const EPOCH = /^1[5-9]\d{8}(?:\d{3})?$/;
/** Words, phone numbers with dashes or blanks, other numbers, and numbers with hidden digits. */
const PIECE =
	/\p{L}+|(?<!\d)(?:972-|0)\d{1,2}-\d{3}-?\d{4}(?!\d)|(?<!\d)\d{1,4}(?:[ -]\d{1,4})+(?!\d)|\d[\d*]*|\*+\d[\d*]*/gu;
/** The texts and numbers of JSON, with the colon that makes a text a name; or the texts and attribute values of XML. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Comments, CDATA, processing instructions, tags with quoted attributes, and texts; also where one does not end. */
const XML_TOKEN =
	/<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<(?:"[^"]*"|'[^']*'|[^"'>])*(?:>|$)|[^<]+|</g;
const XML_DECLARATION =
	/^<\?xml version="1\.\d"(?: encoding="(?:utf-(?:8|16)|iso-8859-\d{1,2}|windows-125\d)")?(?: standalone="(?:yes|no)")?\s*\?>$/i;
/** The quoted values of a tag, and its names. */
const IN_TAG = /(["'])([^]*?)\1|[^"'\s=<>/]+/g;
const ENTITY = /&(?:#(\d+)|#x([\da-f]+)|amp|lt|gt|quot|apos|nbsp);/gi;
/** Fields whose numbers are part of the protocol, unless they are too long for a status. */
const STATUS_FIELD = /status|version/i;
const MOST_STATUS_DIGITS = 4;

const ALPHABETS = [
	'abcdefghijklmnopqrstuvwxyz',
	'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
	'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
	'0123456789',
];

/**
 * Replaces everything that could identify an account. The same value gets the same replacement everywhere: digits for digits,
 * letters for letters of the same alphabet. Names of fields that are known, statuses and dates stay, and so does the form of a
 * phone number: 0501234567 and 972501234567 stay the same number. Nobody can undo it, since the replacements are drawn.
 */
export class Replacer {
	/** Finds what is always replaced, as a whole. */
	private readonly secret: RegExp;

	private readonly taken = new Set<string>();

	private readonly replaced = new Map<string, string>();

	constructor(secrets: readonly string[]) {
		const longestFirst = secrets.filter(Boolean).sort((a, b) => b.length - a.length);
		this.secret = new RegExp(`(${longestFirst.map(escaped).join('|') || '(?!)'})`);
	}

	/** A request or a reply, in either encoding or in none. */
	body(text: string): string {
		const first = text.trimStart().charAt(0);
		if (first === '<') return this.xml(text);
		if (first !== '' && '{['.includes(first) && isJson(text)) return this.json(text);
		return this.text(text);
	}

	/** Replaces the words of a text that are not the protocol's, also where they are written as entities. */
	text(text: string, field = ''): string {
		const kept: string[] = [];
		let hasNumeric = false;
		const decoded = text.replace(ENTITY, (entity, decimal?: string, hex?: string) => {
			const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
			const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
			if (character !== '' && !'&<>"\'\0'.includes(character)) {
				hasNumeric = true;
				return character;
			}
			kept.push(/\d{3}/.test(entity) ? '&#0;' : entity);
			return '\0';
		});
		const made = this.plain(decoded, field);
		const written = hasNumeric
			? made.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`)
			: made;
		return written.replace(/\0/g, () => kept.shift() ?? '');
	}

	private plain(text: string, field: string): string {
		const parts = text.split(this.secret);
		return parts
			.map((part, n) => (n % 2 === 0 ? this.words(part, field) : this.letters(part)))
			.join('');
	}

	private json(text: string): string {
		let field = '';
		return text.replace(JSON_TOKEN, (token: string, colon: string | undefined) => {
			if (!token.startsWith('"')) return this.text(token, field);
			const end = token.lastIndexOf('"');
			const value = JSON.parse(token.slice(0, end + 1)) as string;
			if (colon !== undefined) {
				field = value;
				return isKnownName(value) ? token : `${JSON.stringify(this.text(value))}${colon}`;
			}
			return JSON.stringify(this.text(value, field));
		});
	}

	private xml(text: string): string {
		let field = '';
		return text.replace(XML_TOKEN, (token) => {
			if (!token.startsWith('<')) return this.text(token, field);
			if (XML_DECLARATION.test(token)) return token;
			const marks = /^(<!--|<!\[CDATA\[|<\?|<!)([^]*?)(-->|\]\]>|\?>|>)?$/.exec(token);
			if (marks) {
				const [, begin = '', text = '', end = ''] = marks;
				return `${begin}${this.text(text, begin === '<![CDATA[' ? field : '')}${end}`;
			}
			field = /^<\/?([^\s/>]+)/.exec(token)?.[1] ?? '';
			return token.replace(IN_TAG, (part, quote: string | undefined, value: string) => {
				if (quote !== undefined) return `${quote}${this.text(value, field)}${quote}`;
				return isKnownName(part) ? part : this.text(part);
			});
		});
	}

	private words(text: string, field: string): string {
		let made = '';
		let at = 0;
		for (const { 0: whole, index, groups } of text.matchAll(WHOLE)) {
			made += this.pieces(text.slice(at, index), field);
			made += groups?.date === undefined ? this.sameForm(whole) : whole;
			at = index + whole.length;
		}
		return made + this.pieces(text.slice(at), field);
	}

	private pieces(text: string, field: string): string {
		return text.replace(PIECE, (piece) => {
			if (!/\d/.test(piece)) {
				return KNOWN_WORDS.has(piece.toLowerCase()) ? piece : this.letters(piece);
			}
			const isStatus = STATUS_FIELD.test(field) && piece.length <= MOST_STATUS_DIGITS;
			return isStatus ? piece : this.digits(piece);
		});
	}

	/** Up to two digits are counts and stay. A phone number is the same with and without its prefix. */
	private digits(digits: string): string {
		if (/[ -]/.test(digits)) {
			const bare = digits.replace(/[ -]/g, '');
			// Too short for a phone number: a list of numbers.
			if (bare.length < 7) return digits.replace(/\d+/g, (each) => this.digits(each));
			const made = this.digits(bare);
			let at = 0;
			return digits.replace(/\d/g, () => made.charAt(at++));
		}
		if (digits.length <= 2 || EPOCH.test(digits)) return digits;
		if (digits.includes('*')) return this.sameForm(digits);
		const [, prefix = '', number = ''] =
			/^(972(?=\d{8,9}$)|0(?=\d{8,9}$)|)(\d+)$/.exec(digits) ?? [];
		return `${prefix}${number.charAt(0)}${this.sameForm(number.slice(1))}`;
	}

	/** A single letter names nobody. */
	private letters(text: string): string {
		return text.length === 1 ? text : this.sameForm(text);
	}

	/** The same replacement for the same text, and different ones for different texts as long as there is a choice. */
	private sameForm(text: string): string {
		const known = this.replaced.get(text);
		if (known !== undefined) return known;
		let made = text;
		for (let attempt = 0; attempt < 100; attempt++) {
			made = drawn(text);
			if (made !== text && !this.taken.has(made)) break;
		}
		this.taken.add(made);
		this.replaced.set(text, made);
		return made;
	}
}

const drawn = (text: string) =>
	text.replace(/\d|\p{L}/gu, (character) => {
		const alphabet = ALPHABETS.find((some) => some.includes(character)) ?? ALPHABETS[0] ?? '';
		return alphabet.charAt(randomInt(alphabet.length));
	});

/** Whether a name is one of the protocol's, or made of words that such names are made of. */
function isKnownName(name: string): boolean {
	// A record may be keyed by a number.
	if (/\d{4}/.test(name)) return false;
	if (NAMES.has(name.toLowerCase())) return true;
	const words = name.match(/\p{Lu}?\p{Ll}+|\p{L}+/gu) ?? [];
	return words.every((word) => {
		const folded = word.toLowerCase();
		return word.length === 1 || NAME_WORDS.has(folded) || KNOWN_WORDS.has(folded);
	});
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
