import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Fault, FieldType, FormField, SentForm } from '../form';
import { chosen, entered, inputName, MAX_ANSWER_CHARACTERS } from '../form';
import type { Page, PageWay } from '../question';
import { CONFIRM, DECLINE, REASON, TEXT } from '../readAnswer';
import type { Answer, Rejected } from '../readAnswer';
import { Markup, markup } from './markup';
import { PAGE_STYLE } from './pageStyle';
import { directionOf, languageOf, sayIn, type Language, type Say } from './pageTexts';

/** The question with its buttons or fields. If an answer was rejected, also says why. */
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
${rejected && markup`<p class="alert" role="alert">${say(rejected.reason)}</p>`}
<form method="post">${INPUTS[page.way](page, say, rejected ?? { form: {} })}</form>`,
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
		answered: answerText(page, data),
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

/** An answer as text. For a form, one line per filled field. */
function answerText({ way }: Page, data: IDataObject): string {
	if (way !== 'form') return String(data.text ?? data.choice);
	return Object.entries(data)
		.map(([label, value]) => [label, [value].flat().join(', ')])
		.filter(([, value]) => value !== '')
		.map(([label, value]) => `${label}: ${value}`)
		.join('\n');
}

/** What the person entered before, to fill the form again. */
type Entries = Pick<Rejected, 'form' | 'faults'>;

const INPUTS: Readonly<Record<PageWay, (page: Page, say: Say, entries: Entries) => Markup[]>> = {
	approval({ confirmLabel, declineLabel, choices, asksReason }, say, { form }) {
		const button = (value: string | number, label: string, kind = 'other') =>
			markup`<button name="decision" value="${value}" class="${kind}" dir="auto">${label}</button>`;
		if (choices) return choices.map((label, place) => button(place, label));
		const confirm = button(CONFIRM, confirmLabel || say('approve'), 'main');
		if (declineLabel === undefined) return [confirm];
		const reason = fieldOf({ ...TEXT_FIELD, label: say('why') }, REASON, say, form);
		const decline = button(DECLINE, declineLabel || say('decline'));
		return asksReason ? [confirm, reason, decline] : [confirm, decline];
	},
	freeText(_, say, { form }) {
		const field = { ...TEXT_FIELD, label: say('answer'), isRequired: true };
		return [fieldOf(field, TEXT, say, form, { rows: 5 }), sendButton(say)];
	},
	form: ({ fields = [] }, say, { form, faults = {} }) => [
		...fields.map((field, index) =>
			fieldOf(field, inputName(index), say, form, { fault: faults[index] }),
		),
		sendButton(say),
	],
};

const TEXT_FIELD = { type: 'textarea' as const, isRequired: false, choices: [] };

const sendButton = (say: Say) => markup`<button class="main">${say('send')}</button>`;

const LINES: Readonly<Partial<Record<FieldType, Markup>>> = {
	text: markup`type="text" dir="auto" maxlength="${MAX_ANSWER_CHARACTERS}"`,
	number: markup`type="number" step="any" inputmode="decimal"`,
	date: markup`type="date"`,
};

function fieldOf(
	{ label, type, isRequired, choices }: FormField,
	name: string,
	say: Say,
	form: SentForm,
	{ rows = 2, fault }: { rows?: number; fault?: Fault } = {},
): Markup {
	const optional = markup` <span class="optional">${say('optional')}</span>`;
	const title = markup`${label}${!isRequired && optional}`;
	const required = isRequired && ' required';
	const marks = fault && markup` aria-invalid="true" aria-describedby="${name}-fault"`;
	const sent = chosen(form, name);
	const choice = (text: string, place: number) => {
		const checked = sent.includes(String(place)) && ' checked';
		// HTML cannot require that at least one of several checkboxes is checked.
		const wanted = (type === 'radio' || choices.length === 1) && required;
		return markup`<label class="choice"><input type="${type}" name="${name}" value="${place}"${checked}${wanted}> <span dir="auto">${text}</span></label>`;
	};
	const text = entered(form, name);
	// Browsers drop a line break right after the tag. This one protects the answer's own.
	const area =
		() => markup`<textarea id="${name}" name="${name}" rows="${rows}"${required}${marks} maxlength="${MAX_ANSWER_CHARACTERS}">
${text}</textarea>`;
	const line = LINES[type];
	const input = line
		? markup`<input id="${name}" name="${name}" ${line} value="${text}"${required}${marks}>`
		: area();
	return markup`<div class="field">${
		choices.length > 0
			? markup`<fieldset${marks}><legend dir="auto">${title}</legend>${choices.map(choice)}</fieldset>`
			: markup`<label for="${name}" dir="auto">${title}</label>${input}`
	}${fault && markup`<p class="fault" id="${name}-fault">${say(fault)}</p>`}</div>`;
}

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
