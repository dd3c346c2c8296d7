import { createHash } from 'crypto';

import type { Page } from '../question';
import { CONFIRM, DECLINE, MAX_REASON_CHARACTERS } from '../readAnswer';
import type { Answer, Rejected } from '../readAnswer';
import { Markup, markup } from './markup';
import { PAGE_STYLE } from './pageStyle';
import { directionOf, languageOf, sayIn, type Language, type Say } from './pageTexts';

/** The question with its buttons. If an answer was rejected, also says why. */
export function questionPage(page: Page, rejected?: Rejected): string {
	const language = languageOf(page.message);
	const say = sayIn(language);
	const asks = say('asks').replace('%s', () => page.sender);
	return document(
		language,
		say('title'),
		markup`<p class="from">${asks}</p>
<h1>${say('title')}</h1>
<p class="text" dir="auto">${page.message}</p>
${rejected && markup`<p class="alert" role="alert">${say(rejected.why)}</p>`}
<form method="post">${inputsOf(page, say, rejected?.written)}</form>`,
	);
}

const MARK = markup`<svg class="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/></svg>`;

/** The page after an answer. It repeats the answer, so that the person sees what was sent. */
export function thanksPage(page: Page, { outcome, data }: Answer): string {
	const language = languageOf(page.message);
	const say = sayIn(language);
	const said = {
		approved: page.confirmLabel || say('approve'),
		disapproved: [page.declineLabel || say('decline'), data.chatInput].filter(Boolean).join('\n'),
		answered: String(data.choice),
	}[outcome];
	return document(
		language,
		say('thanks'),
		markup`${MARK}
<h1>${say('thanks')}</h1>
<p class="soft">${say('yourAnswer')}</p>
<p class="text" dir="auto">${said}</p>
<p class="soft">${say('youMayClose')}</p>`,
	);
}

/** For the link of a question that no longer waits, while the execution waits for another one. */
export function closedPage(page?: Page): string {
	const language = languageOf(page?.message ?? '');
	const say = sayIn(language);
	return notePage(language, say('closed'), say('closedReason'));
}

export function notePage(language: Language, title: string, ...lines: string[]): string {
	const body = lines.map((line) => markup`<p class="soft">${line}</p>`);
	return document(language, title, markup`<h1>${title}</h1>\n${body}`);
}

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
