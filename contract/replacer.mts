import { randomInt } from 'node:crypto';

/** Words in usual field names, here and at other services. Other names are replaced, because they may be a person's. */
const NAME_WORDS = `
	account action active add added address all amount api app around assigned at attributes authorization balance batch batches
	birthday bl blacklist blance blocked blocklist body br bulk by call called campaign campaigns cancel cancelled carrier
	category charge choice choices cl client code codes command contact contacts content cost count create created credit
	currency current custom customer data date deleted delivered delivery desc description dest destination destinations detail
	details df div dlr dlrs doctype domestic dynamic edit element en encoded end error errors event events expiration expired
	expires expiry ext external failed feed field fields first flag footer for format free from function get group groups has
	he head header html id identifier identifiers ids include includes incoming index info insert inserted int interantional
	international ip item items job json key last length limit line lines link links list lists long mail max message messages
	meta method missing mobile money month more msg msisdn name names network new next note num number numbers of offset ok
	operaor operator option options order originator other otp page pages param parameter params parent password payload per
	permission phone phones prev price provider push rate reason receive received receiver recipient recipients record records
	ref reference rejected remaining remark remove repeat reply report reports request required response result results
	resultset rm root row rows rs scheduled segments send sender senders sending sends sent service shipment shipments short
	size sms source stamp start state status statuses stop stopped sub subs subscriber success successful tag temp template
	test text time timeout timing title tn to token total totals transaction transactions tries tts type types unit units
	unknown unsubscribe until update updated url user users utf valid validate value values verified verify version voice world
	wrapper xml xmlns xsd xsi`;
/** Several such words, with signs between them and perhaps a short number at the end. */
const NAME = new RegExp(
	`^(?:${NAME_WORDS.trim().split(/\s+/).join('|')}|[^\\p{L}\\p{N}])*\\d{0,2}$`,
	'iu',
);

/** Values that reveal nothing about an account, such as short numbers and dates. All others are replaced. */
const HARMLESS =
	/^\s*(?:true|false|null|-?\d{0,2}|(?:\d{1,2}([/.-])\d{1,2}\1|(?:19|20)\d\d-\d\d-)(?:20)?\d\d(?:[ T]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?)\s*$/;
/** Numbers in these fields are part of the protocol. */
const STATUS_FIELD = /status/i;
const STATUS = /^\s*-?\d{1,4}\s*$/;

/** Parts that XML parsers ignore. */
const PASSED_OVER = /<!--[^]*?-->|<\?[^]*?\?>/g;
/** CDATA, tags with quoted attributes, and texts. */
const XML_TOKEN = /<!\[CDATA\[([^]*?)\]\]>|<(?:"[^"]*"|'[^']*'|[^"'<>])+>|[^<]+|</g;
/** The quoted values of a tag, and its names. */
const IN_TAG = /"[^"]*"|'[^']*'|[^"'\s=<>/]+/g;
const NUMERIC_ENTITY = /&#(?:(\d{1,6})|x([\da-f]{1,5}));/gi;
/**
 * The characters to replace, and entities, which stay. A number's first digit stays, so that it is still a number. Digits of
 * other scripts become ASCII.
 */
const REPLACED = /(&(?:amp|lt|gt|quot|apos|nbsp);)|(?<!^)\d|(?!\d)\p{N}|\p{L}/gu;

const ALPHABETS = [
	'abcdefghijklmnopqrstuvwxyz',
	'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
	'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
	'0123456789',
] as const;

/**
 * Replaces every value that is not known to be harmless, and every unknown field name. A value gets the same replacement
 * everywhere: digits for digits, and letters of the same alphabet. So 0501234567 and 972501234567 stay the same number.
 * Nobody can undo it, because the replacements are random.
 */
export class Replacer {
	private readonly replaced = new Map<string, string>();

	private readonly taken = new Set<string>();

	/** A request or a reply: JSON, XML or any other text. */
	body(text: string): string {
		if (text.trimStart().startsWith('<')) return this.xml(text.replace(PASSED_OVER, ''));
		try {
			return JSON.stringify(this.json(JSON.parse(text)));
		} catch {
			return this.value(text);
		}
	}

	private json(value: unknown, field = ''): unknown {
		if (typeof value === 'string') return this.value(value, field);
		if (typeof value === 'number') return Number(this.value(String(value), field));
		if (Array.isArray(value)) return value.map((item) => this.json(item, field));
		if (typeof value !== 'object' || value === null) return value;
		const fields = Object.entries(value).map(([name, inner]) => [
			this.name(name),
			this.json(inner, name),
		]);
		return Object.fromEntries(fields) as object;
	}

	private xml(text: string): string {
		let field = '';
		return text.replace(XML_TOKEN, (token, cdata?: string) => {
			if (cdata !== undefined) return `<![CDATA[${this.value(cdata, field)}]]>`;
			if (!token.startsWith('<')) return this.value(token, field);
			// An attribute has its own name; text after a tag has the element's name.
			let inner = '';
			const made = token.replace(IN_TAG, (part) => {
				const [, quote, quoted = ''] = /^(["'])([^]*)\1$/.exec(part) ?? [];
				if (quote !== undefined) return `${quote}${this.value(quoted, inner)}${quote}`;
				inner = part;
				return this.name(part);
			});
			field = /^<([^\s/>]+)/.exec(token)?.[1] ?? '';
			return made;
		});
	}

	private name(name: string): string {
		return NAME.test(name) ? name : this.value(name);
	}

	private value(text: string, field = ''): string {
		const plain = text.replace(NUMERIC_ENTITY, (_, decimal?: string, hex = '') => {
			const character = String.fromCodePoint(decimal ? Number(decimal) : parseInt(String(hex), 16));
			return /[\p{L}\p{N}]/u.test(character) ? character : ' ';
		});
		const isHarmless = HARMLESS.test(plain) || (STATUS_FIELD.test(field) && STATUS.test(plain));
		if (isHarmless) return plain;
		const [, prefix = '', rest = ''] = /^(972(?=\d{8,9}$)|0(?=\d{8,9}$)|)([^]*)$/.exec(plain) ?? [];
		return `${prefix}${this.sameForm(rest)}`;
	}

	/** The same replacement for the same text; a different one for a different text while there are enough. */
	private sameForm(text: string): string {
		const known = this.replaced.get(text);
		if (known !== undefined) return known;
		let made = drawn(text);
		for (let again = 0; this.taken.has(made) && again < 100; again++) made = drawn(text);
		this.taken.add(made);
		this.replaced.set(text, made);
		return made;
	}
}

const drawn = (text: string) =>
	text.replace(REPLACED, (character, entity?: string) => {
		if (entity !== undefined) return entity;
		const [letters, , , digits] = ALPHABETS;
		const similar = /\p{N}/u.test(character) ? digits : letters;
		const alphabet = ALPHABETS.find((some) => some.includes(character)) ?? similar;
		const others = alphabet.replace(character, '');
		return others.charAt(randomInt(others.length));
	});
