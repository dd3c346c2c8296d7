/** Invisible characters that come along when people copy from a page or a message. */
const HIDDEN = /\p{Cf}/gu;
const IN_QUOTES = /^(["'`])(.*)\1$|^[“”„](.*)[“”]$|^[‘’‚](.*)[‘’]$/s;
/** An Authorization header, or a command that contains one. */
const BEARER = /(?:^|[\s"'`:=])(?:Bearer[\s:]+)*Bearer(?:[\s:]+["'`]?([^\s"'`]*)|$)/i;
const HEADER_NAME = /^Authorization\s*[:=]\s*/i;

function bare(value: unknown): string {
	const text = String(value ?? '')
		.replace(HIDDEN, '')
		.trim();
	const quoted = IN_QUOTES.exec(text)
		?.slice(2)
		.find((inner) => inner !== undefined);
	return quoted === undefined ? text : bare(quoted);
}

/** The username to send, without pasted quotes and invisible characters. */
export const usernameOf = (entered: unknown): string => bare(entered);

/** The token to send, without pasted quotes, invisible characters and `Authorization: Bearer`. */
export function tokenOf(entered: unknown): string {
	const text = bare(entered);
	const header = BEARER.exec(text);
	const again = header ? (header[1] ?? '') : text.replace(HEADER_NAME, '');
	return again === text ? text : tokenOf(again);
}

/** Printable ASCII: other characters cannot be in a header. */
const TOKEN = /^[\x21-\x7E]+$/;
/** Quotes, brackets and separators: no token has them. */
const WRAPPED = /["'`{}[\]<>,;\\]/;
/** The beginning of a JSON Web Token. */
const IS_TOKEN = /^(?:Bearer\s|eyJ[\w-]{10,}\.)/i;

/** What is wrong with a credential, as a sentence that names the field; undefined if nothing is. */
export function oddCredential(username: unknown, token: unknown): string | undefined {
	const [name, secret] = [usernameOf(username), tokenOf(token)];
	if (name === '') return "'Username' is empty; enter the account that the token belongs to.";
	if (IS_TOKEN.test(name)) return "'Username' holds a token; enter the name of the account.";
	if (/[\p{Cc}\n]/u.test(name)) return "'Username' has a line break; enter the name alone.";
	if (secret === '') return "'API Token' is empty; paste the token.";
	if (!TOKEN.test(secret)) {
		return "'API Token' has blanks or letters that no token has; paste the token alone.";
	}
	if (WRAPPED.test(secret)) {
		return "'API Token' has quotes, brackets or commas, which no token has; paste the token alone.";
	}
	return undefined;
}
