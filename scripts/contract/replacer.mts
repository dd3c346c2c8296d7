import { createHmac, randomBytes } from 'node:crypto';

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

const DATE =
	/\b\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?/g;
const EPOCH = /^1[5-9]\d{8}(?:\d{3})?$/;
/** Words, phone numbers with dashes, other numbers, and numbers with hidden digits. */
const PIECE = /\p{L}+|(?<!\d)(?:972-|0)\d{1,2}-\d{3}-?\d{4}(?!\d)|\d[\d*]*|\*+\d[\d*]*/gu;
/** The texts and numbers of JSON, with the colon that makes a text a name; or the texts and attribute values of XML. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const XML_TOKEN = /<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g;
const ATTRIBUTE = /(=\s*")([^"]*)(")|(=\s*')([^']*)(')/g;
/** Fields whose numbers are part of the protocol. */
const STATUS_FIELD = /status|version/i;

const LETTERS = [
	'abcdefghijklmnopqrstuvwxyz',
	'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
	'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
];

/**
 * Replaces everything that could identify an account. The same value gets the same replacement everywhere: digits for digits,
 * letters for letters of the same alphabet. Names of fields, statuses and dates stay, and so does the form of a phone number:
 * 0501234567 and 972501234567 stay the same number. Nobody can undo it, since each replacer has its own random key.
 */
export class Replacer {
	private readonly key = randomBytes(32);

	private readonly taken = new Map<string, string>();

	private readonly replaced = new Map<string, string>();

	/** @param secrets texts that are always replaced, as a whole */
	constructor(private readonly secrets: readonly string[]) {}

	/** A request or a reply, in either encoding or in none. */
	body(text: string): string {
		const first = text.trimStart().charAt(0);
		if (first === '<') return this.xml(text);
		if (first !== '' && '{['.includes(first) && isJson(text)) return this.json(text);
		return this.text(text);
	}

	/** Replaces the words of a text that are not the protocol's. */
	text(text: string, field = ''): string {
		const parts: string[] = [];
		let rest = text;
		for (const { secret, at } of this.secretsIn(text)) {
			const start = at - (text.length - rest.length);
			if (start < 0) continue;
			parts.push(this.words(rest.slice(0, start), field), this.letters(secret));
			rest = rest.slice(start + secret.length);
		}
		parts.push(this.words(rest, field));
		return parts.join('');
	}

	private secretsIn(text: string) {
		return this.secrets
			.filter((secret) => secret !== '')
			.flatMap((secret) =>
				[...text.matchAll(new RegExp(escaped(secret), 'g'))].map(({ index }) => ({
					secret,
					at: index,
				})),
			)
			.sort((a, b) => a.at - b.at || b.secret.length - a.secret.length);
	}

	private json(text: string): string {
		let field = '';
		return text.replace(JSON_TOKEN, (token: string, colon: string | undefined) => {
			if (!token.startsWith('"')) return this.text(token, field);
			const end = token.lastIndexOf('"');
			const value = parsed(token.slice(0, end + 1));
			if (colon !== undefined) {
				field = value;
				// A record may be keyed by a number.
				return /\d{4}/.test(value) ? `${JSON.stringify(this.text(value))}${colon}` : token;
			}
			return JSON.stringify(this.text(value, field));
		});
	}

	private xml(text: string): string {
		let field = '';
		return text.replace(XML_TOKEN, (token) => {
			if (token.startsWith('<![CDATA['))
				return `<![CDATA[${this.text(token.slice(9, -3), field)}]]>`;
			if (!token.startsWith('<')) return this.text(token, field);
			if (token.startsWith('<?') || token.startsWith('<!')) return token;
			field = /^<\/?([^\s/>]+)/.exec(token)?.[1] ?? '';
			return token.replace(ATTRIBUTE, (attribute) => {
				const open = attribute.search(/["']/) + 1;
				return `${attribute.slice(0, open)}${this.text(attribute.slice(open, -1))}${attribute.slice(-1)}`;
			});
		});
	}

	private words(text: string, field: string): string {
		const dates: string[] = [];
		const undated = text.replace(DATE, (date) => {
			dates.push(date);
			return '\0';
		});
		return undated
			.replace(PIECE, (piece, at: number) => {
				// In XML, an ampersand begins an entity.
				if (undated[at - 1] === '&' || undated.slice(at - 2, at) === '&#') return piece;
				if (/\d/.test(piece)) return STATUS_FIELD.test(field) ? piece : this.digits(piece);
				return KNOWN_WORDS.has(piece.toLowerCase()) ? piece : this.letters(piece);
			})
			.replace(/\0/g, () => dates.shift() ?? '');
	}

	/** Up to two digits are counts and stay. A phone number is the same with and without its prefix. */
	private digits(digits: string): string {
		if (digits.includes('-')) {
			const made = this.digits(digits.replaceAll('-', ''));
			let at = 0;
			return digits.replace(/\d/g, () => made.charAt(at++));
		}
		if (digits.length <= 2 || EPOCH.test(digits)) return digits;
		if (digits.includes('*')) return this.sameForm(digits);
		const [, prefix = '', number = ''] =
			/^(972(?=\d{8,9}$)|0(?=\d{8,9}$)|)(\d+)$/.exec(digits) ?? [];
		return `${prefix}${number.charAt(0)}${this.sameForm(number.slice(1))}`;
	}

	private letters(text: string): string {
		return this.sameForm(text);
	}

	/** The same replacement for the same text, and different ones for different texts as long as there is a choice. */
	private sameForm(text: string): string {
		const known = this.replaced.get(text);
		if (known !== undefined) return known;
		let made = text;
		for (let attempt = 0; attempt < 100; attempt++) {
			made = this.drawn(text, attempt);
			if (made !== text && (this.taken.get(made) ?? text) === text) break;
		}
		this.taken.set(made, text);
		this.replaced.set(text, made);
		return made;
	}

	private drawn(text: string, attempt: number): string {
		const characters = [...text];
		let bytes = Buffer.alloc(0);
		for (let block = 0; bytes.length < 2 * characters.length; block++) {
			const hmac = createHmac('sha256', this.key).update(`${block} ${attempt} ${text}`);
			bytes = Buffer.concat([bytes, hmac.digest()]);
		}
		return characters
			.map((character, index) => {
				const drawn = bytes.readUInt16BE(2 * index);
				if (/\d/.test(character)) return String(drawn % 10);
				if (!/\p{L}/u.test(character)) return character;
				const alphabet = LETTERS.find((letters) => letters.includes(character)) ?? LETTERS[0] ?? '';
				return alphabet.charAt(drawn % alphabet.length);
			})
			.join('');
	}
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

function parsed(token: string): string {
	try {
		return JSON.parse(token) as string;
	} catch {
		return token.slice(1, -1);
	}
}
