import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { LINKS } from '../../gateway/texts/links';
import { readable } from '../../gateway/values/checks';

/** The page behind a link: buttons to approve and decline, or one for each choice. */
export interface Page {
	sender: string;
	message: string;
	/** Button labels. If empty, the page uses words in the message's language. */
	confirmLabel?: string;
	/** Missing if the person cannot decline. */
	declineLabel?: string;
	/** Whether a person who declines may give a reason, which a model reads. */
	asksReason?: boolean;
	/** Buttons instead of Approve and Decline. */
	choices?: string[];
}

const LANGUAGES = ['en', 'he', 'ar'] as const;
type Language = (typeof LANGUAGES)[number];

/** Links without a protocol, and email addresses. */
const ADDRESSES = /(?<!\S)[!-~]*[@/][!-~]*/g;

/** The language of a page: the script in which most of the text's letters are. Those of links do not count. */
export function languageOf(text: string): Language {
	const words = text.replace(LINKS, '').replace(ADDRESSES, '');
	const letters = (script: RegExp) => words.match(script)?.length ?? 0;
	const he = letters(/\p{Script=Hebrew}/gu);
	const ar = letters(/\p{Script=Arabic}/gu);
	const en = letters(/\p{Script=Latin}/gu);
	if (he > 0 && he >= Math.max(ar, en)) return 'he';
	return ar > 0 && ar >= en ? 'ar' : 'en';
}

export const directionOf = (language: Language) => (language === 'en' ? 'ltr' : 'rtl');

/** The page's own words in English, Hebrew and Arabic. After a decision, the page repeats the button's label. */
const TEXTS = {
	undecided:
		'Please press one of the buttons. | יש ללחוץ על אחד הכפתורים. | يرجى الضغط على أحد الأزرار.',
	tooLong:
		'This is too long. Please shorten it to 2,000 characters. | התשובה ארוכה מדי. יש לקצר אותה ל־2,000 תווים. | الرد طويل جدًا. يرجى اختصاره إلى 2,000 حرف.',
	/** %s is the sender. */
	asks: '%s is asking | שאלה מאת %s | سؤال من %s',
	title: 'Your answer is needed | נדרשת תשובתך | مطلوب ردّك',
	approve: 'Approve | אישור | موافقة',
	decline: 'Decline | דחייה | رفض',
	/** The model's call follows. */
	agentAsks: 'The agent asks for your approval: | הסוכן מבקש את אישורך: | يطلب الوكيل موافقتك:',
	/** Label of the field for a reason to decline. */
	why: 'Why not, or what instead? | למה לא, או מה במקום? | لماذا لا، أو ما البديل؟',
	/** Beside the label of a field that may stay empty. */
	optional: '(optional) | (רשות) | (اختياري)',
	thanks: 'Thank you | תודה רבה | شكرًا لك',
	yourAnswer: 'Your answer has been sent: | התשובה שלך נשלחה: | تم إرسال ردّك:',
	youMayClose: 'You can close this page. | אפשר לסגור את הדף. | يمكنك إغلاق هذه الصفحة.',
	closed: 'Nothing to answer here | אין כאן על מה להשיב | لا يوجد هنا ما يتطلب الرد',
	closedReason:
		'This question has been answered, or its time is up. Nothing was changed. | השאלה כבר נענתה, או שהזמן למענה הסתיים. דבר לא השתנה. | تم الرد على هذا السؤال أو انتهى وقته. لم يتغير شيء.',
};

type Say = (what: keyof typeof TEXTS) => string;

export const sayIn =
	(language: Language): Say =>
	(what) =>
		TEXTS[what].split(' | ')[LANGUAGES.indexOf(language)] ?? '';

/** Uses the phone's own fonts and loads nothing. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #eef1f6; --card: #fff; --text: #16202e; --soft: #5a6678;
	--line: #8b96a9; --quote: #f5f7fa; --main: #1456d9; --main-text: #fff; --alert: #b3261e; --good: #15803d }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --card: #171d27; --text: #eaeef5;
	--soft: #9aa7ba; --line: #667489; --quote: #1f2733; --main: #6aa1ff; --main-text: #08152d;
	--alert: #ff9d94; --good: #5fd38d } }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; justify-content: center;
	padding: max(16px, env(safe-area-inset-top)) 16px max(16px, env(safe-area-inset-bottom));
	background: var(--ground); color: var(--text);
	font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans Hebrew", Arial, sans-serif }
main { width: 100%; max-width: 30rem; margin: auto; padding: 24px 20px; border-radius: 20px;
	background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 12px 32px rgb(0 0 0 / .08) }
p, h1, form { margin: 0 }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
.from { margin-bottom: 4px; color: var(--soft); font-size: .9rem; font-weight: 600 }
.text { margin-top: 16px; padding: 14px 16px; border-radius: 14px; background: var(--quote);
	white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: start }
a { color: var(--main) }
form { margin-top: 20px; display: grid; gap: 12px }
label { font-weight: 600 }
textarea { width: 100%; padding: 12px 14px; border: 1.5px solid var(--line);
	border-radius: 14px; background: transparent; color: inherit; font: inherit; resize: vertical;
	unicode-bidi: plaintext; text-align: start }
.optional { color: var(--soft); font-weight: 400 }
button { min-height: 56px; padding: 12px 20px; border: 1.5px solid var(--line); border-radius: 14px;
	background: transparent; color: inherit; font: inherit; font-size: 1.1rem; font-weight: 650;
	overflow-wrap: anywhere; cursor: pointer; touch-action: manipulation }
button.main { border-color: var(--main); background: var(--main); color: var(--main-text) }
button:active { transform: scale(.985) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
.alert { margin-top: 16px; color: var(--alert); font-weight: 600 }
.soft { margin-top: 16px; color: var(--soft); overflow-wrap: anywhere }
.mark { display: block; width: 56px; height: 56px; margin-bottom: 16px; color: var(--good) }
`;

const NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

class Markup {
	constructor(readonly source: string) {}
}

/** Escapes every value that is not markup, for use in elements and quoted attributes. */
function sourceOf(value: Markup | Markup[] | string | number | undefined | false): string {
	if (value === undefined || value === false) return '';
	if (Array.isArray(value)) return value.map(sourceOf).join('\n');
	if (value instanceof Markup) return value.source;
	return readable(String(value)).replace(/[&<>"']/g, (sign) => `&${NAMES[sign]};`);
}

/** Builds a piece of a page. Every value in it is escaped. */
const markup = (
	pieces: TemplateStringsArray,
	...values: Array<Parameters<typeof sourceOf>[0]>
): Markup => new Markup(pieces.map((piece, index) => piece + sourceOf(values[index])).join(''));

/**
 * Links of the web, to be tapped. Not `LINKS`, which takes in `www.` and whatever stands behind a link: this one leaves the signs
 * behind it out, and does so in linear time.
 */
const WEB_LINKS = /(\bhttps?:\/\/[\p{L}\p{N}]\S*(?<![.,:;!?)\]}>"'…]))/giu;

/** A text whose links can be tapped. */
const withLinks = (text: string): Markup =>
	new Markup(
		text
			.split(WEB_LINKS)
			.map((piece, n) =>
				sourceOf(
					n % 2 === 0 ? piece : markup`<a href="${piece}" rel="noreferrer noopener">${piece}</a>`,
				),
			)
			.join(''),
	);

/** Values of the page's buttons. A choice's value is its index. */
export const CONFIRM = 'confirm';
export const DECLINE = 'decline';

/** Characters of a reason. Our own limit: people write less on a phone. */
const MAX_REASON_CHARACTERS = 2000;

export interface Answer {
	/** The answer, in the form of n8n's own nodes that wait for one. */
	data: IDataObject;
	outcome: 'approved' | 'disapproved' | 'answered';
}

/** Why a form holds no answer, and what was written in it. */
interface NoAnswer {
	why: 'undecided' | 'tooLong';
	written: string;
}

/**
 * Reads a submitted form. Only the body counts: a program that fetches the link must not decide anything. Looks at the page's own
 * inputs only: anybody with the link can send millions of others, and only to list them takes seconds.
 */
export function readAnswer(page: Page, body: unknown): Answer | NoAnswer {
	const { choices, declineLabel, asksReason } = page;
	const { decision, reason } = (body ?? {}) as Record<string, unknown>;
	const choice = choices?.find((_, place) => decision === String(place));
	if (choice !== undefined) return { data: { choice }, outcome: 'answered' };
	if (!choices && decision === CONFIRM) return { data: { approved: true }, outcome: 'approved' };
	// Forms send a line break as CR LF, which `maxlength` counts as one character.
	const text = asksReason && typeof reason === 'string' ? reason.replaceAll('\r\n', '\n') : '';
	const written = text.trim();
	if (written.length > MAX_REASON_CHARACTERS) {
		// Gives back a text that is slightly too long, to be shortened.
		return { why: 'tooLong', written: written.slice(0, 2 * MAX_REASON_CHARACTERS) };
	}
	if (choices || decision !== DECLINE || declineLabel === undefined) {
		return { why: 'undecided', written };
	}
	const data = { approved: false, ...(written && { chatInput: written }) };
	return { data, outcome: 'disapproved' };
}

/** A page in the language of a text. */
function inLanguageOf(text: string, title: keyof typeof TEXTS, body: (say: Say) => Markup): string {
	const language = languageOf(text);
	const say = sayIn(language);
	return document(language, say(title), body(say));
}

/** The question with its buttons. If an answer was rejected, also says why. */
export const questionPage = (page: Page, rejected?: NoAnswer): string =>
	inLanguageOf(
		page.message,
		'title',
		(say) => markup`<p class="from">${say('asks').replace('%s', () => page.sender)}</p>
<h1>${say('title')}</h1>
<p class="text" dir="auto">${withLinks(page.message)}</p>
${rejected && markup`<p class="alert" role="alert">${say(rejected.why)}</p>`}
<form method="post">${inputsOf(page, say, rejected?.written)}</form>`,
	);

const MARK = markup`<svg class="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/></svg>`;

/** The page after an answer. It repeats the answer, so that the person sees what was sent. */
export const thanksPage = (page: Page, { outcome, data }: Answer): string =>
	inLanguageOf(page.message, 'thanks', (say) => {
		const said = {
			approved: page.confirmLabel || say('approve'),
			disapproved: [page.declineLabel || say('decline'), data.chatInput].filter(Boolean).join('\n'),
			answered: String(data.choice),
		}[outcome];
		return markup`${MARK}
<h1>${say('thanks')}</h1>
<p class="soft">${say('yourAnswer')}</p>
<p class="text" dir="auto">${said}</p>
<p class="soft">${say('youMayClose')}</p>`;
	});

/** For the link of a question that no longer waits, while the execution waits for another one. */
export const closedPage = ({ message } = { message: '' }): string =>
	inLanguageOf(message, 'closed', (say) => note(say('closed'), say('closedReason')));

/** A page in English, for who builds a workflow. */
export const notePage = (title: string, ...lines: string[]): string =>
	document('en', title, note(title, ...lines));

const note = (title: string, ...lines: string[]): Markup =>
	markup`<h1>${title}</h1>\n${lines.map((line) => markup`<p class="soft">${line}</p>`)}`;

function inputsOf(page: Page, say: Say, written = ''): Markup[] {
	const { confirmLabel, declineLabel, choices, asksReason } = page;
	const button = (value: string | number, label: string, kind = 'other') =>
		markup`<button name="decision" value="${value}" class="${kind}" dir="auto">${label}</button>`;
	if (choices) return choices.map((label, place) => button(place, label));
	const confirm = button(CONFIRM, confirmLabel || say('approve'), 'main');
	if (declineLabel === undefined) return [confirm];
	const decline = button(DECLINE, declineLabel || say('decline'));
	return asksReason ? [confirm, ...reasonOf(say, written), decline] : [confirm, decline];
}

const reasonOf = (say: Say, written: string): Markup[] => [
	markup`<label for="reason" dir="auto">${say('why')} <span class="optional">${say('optional')}</span></label>`,
	// Browsers drop a line break right after the tag. This one protects the reason's own.
	markup`<textarea id="reason" name="reason" rows="2" maxlength="${MAX_REASON_CHARACTERS}">
${written}</textarea>`,
];

/** Ignores a second tap, which would interrupt the page that confirms the first. Without scripts, the form works too. */
const SUBMIT_ONCE =
	'let sent;for(const form of document.forms)form.onsubmit=(event)=>{if(sent)event.preventDefault();sent=true}';

const SCRIPT_HASH = createHash('sha256').update(SUBMIT_ONCE).digest('base64');

const POLICY = new Markup(
	`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'; base-uri 'none'; form-action 'self'`,
);

/** A page that loads nothing and runs no script from a text. */
const document = (language: Language, title: string, body: Markup): string =>
	markup`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body><main>
${body}
</main><script>${new Markup(SUBMIT_ONCE)}</script></body>
</html>`.source;
