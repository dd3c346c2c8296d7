import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Page, PageWay } from '../question';
import { CONFIRM, DECLINE, REASON } from '../readAnswer';
import type { Answer, Rejected } from '../readAnswer';
import { escapeHtml } from './escapeHtml';
import { PAGE_STYLE } from './pageStyle';
import { directionOf, languageOf, PAGE_TEXTS, type Language, type PageTexts } from './pageTexts';
import { formFields, textArea } from './renderForm';

/** The question with its buttons or fields, and the fault of an answer that was rejected. */
export function questionPage(page: Page, rejected?: Rejected): string {
	const language = languageOf(page.message);
	const texts = PAGE_TEXTS[language];
	const fields = INPUTS[page.way](page, texts, rejected);
	return document(
		language,
		texts.title,
		`<p class="from">${escapeHtml(texts.asks(page.sender))}</p>
<h1>${escapeHtml(texts.title)}</h1>
<p class="text" dir="auto">${escapeHtml(page.message)}</p>
${rejected ? `<p class="alert" role="alert">${escapeHtml(texts.rejected[rejected.reason])}</p>` : ''}
<form method="post">${fields}</form>`,
	);
}

/** Thanks the person and repeats the answer. */
export function thanksPage(page: Page, { outcome, data }: Answer): string {
	const language = languageOf(page.message);
	const texts = PAGE_TEXTS[language];
	const said = {
		approved: page.confirmLabel || texts.approve,
		disapproved: [page.declineLabel || texts.decline, data.chatInput].filter(Boolean).join('\n'),
		answered: answerText(page, data),
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

/** For the link of a question that no longer waits, while the execution waits for another question. */
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

/** An answer as text. A form has a line for each field that was filled in. */
function answerText({ way }: Page, data: IDataObject): string {
	if (way !== 'form') return String(data.text ?? data.choice);
	return Object.entries(data)
		.map(([label, value]) => [label, [value].flat().join(', ')])
		.filter(([, value]) => value !== '')
		.map(([label, value]) => `${label}: ${value}`)
		.join('\n');
}

const INPUTS: Readonly<
	Record<PageWay, (page: Page, texts: PageTexts, rejected?: Rejected) => string>
> = {
	approval: buttons,
	freeText: (_, texts, rejected) =>
		`${textArea('text', escapeHtml(texts.answer), rejected?.text ?? '', ' required')}
${sendButton(texts)}`,
	form: (page, texts, rejected) =>
		`${formFields(page.fields ?? [], texts, rejected?.sentBack ?? { form: {}, faults: {} })}
${sendButton(texts)}`,
};

function buttons(page: Page, texts: PageTexts, rejected?: Rejected): string {
	const { confirmLabel, declineLabel, choices, asksReason } = page;

	const button = (value: string, label: string, kind: string) =>
		`<button name="decision" value="${value}" class="${kind}" dir="auto">${escapeHtml(label)}</button>`;
	if (choices) return choices.map((label, place) => button(`${place}`, label, 'other')).join('\n');
	const confirm = button(CONFIRM, confirmLabel || texts.approve, 'main');
	if (declineLabel === undefined) return confirm;
	const decline = button(DECLINE, declineLabel || texts.decline, 'other');
	if (!asksReason) return `${confirm}\n${decline}`;
	const label = `${escapeHtml(texts.reason)} <span class="optional">${texts.optional}</span>`;
	const reason = textArea(REASON, label, rejected?.text ?? '', ' class="short"');
	return `${confirm}\n${reason}\n${decline}`;
}

const sendButton = ({ send }: PageTexts) => `<button class="main">${escapeHtml(send)}</button>`;

/** Ignores a second tap, which would cut off the page that confirms the first. The form works without this script, too. */
const SUBMIT_ONCE =
	'let sent;for(const form of document.forms)form.onsubmit=(event)=>{if(sent)event.preventDefault();sent=true}';

const SCRIPT_HASH = createHash('sha256').update(SUBMIT_ONCE).digest('base64');

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'; base-uri 'none'; form-action 'self'`;

/** A self-contained page: it loads nothing, and runs no script that a text may hold. */
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
</main><script>${SUBMIT_ONCE}</script></body>
</html>`;
