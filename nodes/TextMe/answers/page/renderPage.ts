import { createHash } from 'crypto';

import type { Page } from '../question';
import { CONFIRM, DECLINE, MAX_ANSWER_CHARACTERS } from '../readAnswer';
import type { Answer, Rejected } from '../readAnswer';
import { PAGE_STYLE } from './pageStyle';
import { directionOf, languageOf, PAGE_TEXTS, type Language } from './pageTexts';

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Signs that turn the direction of what follows around, so that a text reads as another one (UAX #9). */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text as it can stand in an element or in a quoted attribute. */
const escapeHtml = (text: string) =>
	text.replace(TURNS, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** The question with what it can be answered with; after an answer that is none, with what is wrong with that. */
export function questionPage(page: Page, rejected?: Rejected): string {
	const language = languageOf(page.message);
	const texts = PAGE_TEXTS[language];
	const title = page.title || texts.title;
	const fields =
		page.way === 'approval' ? buttons(page, language) : textArea(page, language, rejected);
	return document(
		language,
		title,
		`<p class="from">${escapeHtml(texts.asks(page.sender))}</p>
<h1 dir="auto">${escapeHtml(title)}</h1>
<p class="text" dir="auto">${escapeHtml(page.message)}</p>
${rejected ? `<p class="alert" role="alert">${escapeHtml(texts.rejected[rejected.reason])}</p>` : ''}
<form method="post">${fields}</form>`,
	);
}

/** Says back what was decided. */
export function thanksPage(page: Page, { outcome, data }: Answer): string {
	const language = languageOf(page.message);
	const texts = PAGE_TEXTS[language];
	const said = {
		approved: page.confirmLabel || texts.approve,
		disapproved: page.declineLabel || texts.decline,
		answered: String(data.text),
	}[outcome];
	return document(
		language,
		texts.thanks,
		`<svg class="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/></svg>
<h1>${escapeHtml(texts.thanks)}</h1>
<p class="soft">${escapeHtml(texts.yourAnswer)}</p>
<p class="text" dir="auto">${escapeHtml(said)}</p>
<p class="soft">${escapeHtml(texts.youMayClose)}</p>`,
	);
}

/** For the link of a question that does not wait any more, while the execution does for another one. */
export function closedPage(page?: Page): string {
	const language = languageOf(page?.message ?? '');
	const texts = PAGE_TEXTS[language];
	return document(
		language,
		texts.closed,
		`<h1>${escapeHtml(texts.closed)}</h1>
<p class="soft">${escapeHtml(texts.closedReason)}</p>`,
	);
}

function buttons({ confirmLabel, declineLabel }: Page, language: Language): string {
	const texts = PAGE_TEXTS[language];
	const button = (value: string, label: string, kind: string) =>
		`<button name="decision" value="${value}" class="${kind}" dir="auto">${escapeHtml(label)}</button>`;
	const confirm = button(CONFIRM, confirmLabel || texts.approve, 'main');
	return declineLabel === undefined
		? confirm
		: `${confirm}\n${button(DECLINE, declineLabel || texts.decline, 'other')}`;
}

function textArea({ confirmLabel }: Page, language: Language, rejected?: Rejected): string {
	const texts = PAGE_TEXTS[language];
	// A line break right after the tag would be taken off.
	return `<label for="text">${escapeHtml(texts.answer)}</label>
<textarea id="text" name="text" required maxlength="${MAX_ANSWER_CHARACTERS}">
${escapeHtml(rejected?.text ?? '')}</textarea>
<button class="main" dir="auto">${escapeHtml(confirmLabel || texts.send)}</button>`;
}

/** A second tap must not take the place of the first, whose page says that it arrived. Without it, all else works. */
const ONCE =
	'let sent;for(const form of document.forms)form.onsubmit=(event)=>{if(sent)event.preventDefault();sent=true}';

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(ONCE).digest('base64')}'; base-uri 'none'; form-action 'self'`;

/** A page of its own: it loads nothing and runs nothing of what a text may hold. */
const document = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body><main>
${body}
</main><script>${ONCE}</script></body>
</html>`;
