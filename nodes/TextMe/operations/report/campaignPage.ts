import type { DeliveryState } from '../../../../gateway/deliveryStatus';
import type { CampaignSummary } from '../../../planning/campaignSummary';
import { escapeHtml } from '../../../answers/page/escapeHtml';
import { directionOf, languageOf } from '../../../answers/page/pageTexts';
import { CAMPAIGN_PAGE_TEXTS } from './campaignPageTexts';
import type { CampaignPageTexts, ReportLanguage } from './campaignPageTexts';

const COLORS: Readonly<Record<DeliveryState, string>> = {
	delivered: '#15803d',
	failed: '#b3261e',
	blocked: '#6b4fa0',
	expired: '#b45309',
	sentUnconfirmed: '#1456d9',
	unknown: '#5a6678',
};
const SOFT = '#5a6678';
const TRACK = '#e6eaf1';
/** What was not delivered, or is not known yet. */
const OPEN = '#aab4c3';
const FONT =
	"font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Hebrew', Arial, sans-serif";

/**
 * The summary of a campaign as a page, to view, to mail or to serve. It consists of tables with inline styles only, because mail
 * programs show neither style sheets nor SVG, and n8n's View no attributes.
 *
 * @param name what people call the campaign
 * @param texts messages to the account: the page is in the language of these and the name
 */
export function campaignPage(name: string, summary: CampaignSummary, texts: string[]): string {
	const language = languageOf([name, ...texts].join(' ')) === 'he' ? 'he' : 'en';
	const words = CAMPAIGN_PAGE_TEXTS[language];
	const parts =
		summary.reported === 0
			? [paragraph(words.nothing)]
			: [
					figures(summary, words),
					section(words.byState, states(summary, words)),
					section(words.reasons, reasons(summary, words, language)),
					section(words.overTime, overTime(summary)),
					durations(summary, words, language),
					section(words.byOperator, operators(summary)),
					costs(summary, words),
				];
	const start = language === 'en' ? 'left' : 'right';
	return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(`${words.title}: ${name}`)}</title>
</head>
<body style="margin: 0; padding: 24px 12px; background: #eef1f6; color: #16202e; ${FONT}; font-size: 16px; line-height: 1.5">
<div dir="${directionOf(language)}" style="max-width: 640px; margin: 0 auto; padding: 28px 24px; background: #ffffff; border-radius: 16px; ${FONT}; text-align: ${start}">
<p style="margin: 0; color: ${SOFT}">${escapeHtml(words.title)}</p>
<h1 dir="auto" style="margin: 0; font-size: 26px; line-height: 1.3; overflow-wrap: anywhere; text-align: ${start}">${escapeHtml(name)}</h1>
<p style="margin: 0; color: ${SOFT}">${span(summary)}</p>
${parts.filter(Boolean).join('\n')}
</div>
</body>
</html>`;
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 4 });
const ltr = (text: string) => `<span dir="ltr">${escapeHtml(text)}</span>`;
const paragraph = (text: string) => `<p style="margin: 24px 0 0">${escapeHtml(text)}</p>`;
const table = (rows: string) =>
	`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width: 100%; border-collapse: collapse; table-layout: fixed">${rows}</table>`;
const section = (title: string, content: string) =>
	content &&
	`<h2 style="margin: 28px 0 8px; font-size: 17px">${escapeHtml(title)}</h2>\n${content}`;

/** A date as `15/01/2026 10:00`. The input has Israel's offset. */
const written = (date: string) =>
	date.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, '$3/$2/$1 $4');

const span = ({ firstReport, lastReport }: CampaignSummary) =>
	[...new Set([firstReport, lastReport].map((date) => date && written(date)))]
		.filter((date) => date !== undefined)
		.map(ltr)
		.join(' – ');

function figures(summary: CampaignSummary, words: CampaignPageTexts): string {
	const { sent, reported, delivered, deliveredPercent, replies, optOuts, optOutsUpTo } = summary;
	const optedOut = optOutsUpTo === undefined ? optOuts : words.upTo(number(optOutsUpTo));
	const cells: Array<[label: string, value: number | string | undefined, note?: string]> = [
		[words.sent, sent],
		[words.reported, reported === sent ? undefined : reported],
		[words.states.delivered, delivered, `${deliveredPercent ?? 0}%`],
		[words.replies, replies],
		[words.optOuts, optedOut],
	];
	const shown = (value: number | string) =>
		typeof value === 'number' ? ltr(number(value)) : escapeHtml(value);
	const cell = (label: string, value: number | string, note = '') =>
		`<div style="display: inline-block; min-width: 140px; padding: 12px 0"><div style="font-size: 26px; font-weight: 700; line-height: 1.2">${shown(value)}</div><div style="color: ${SOFT}; font-size: 14px">${escapeHtml(label)}${note && ` ${ltr(note)}`}</div></div>`;
	const known = cells.flatMap(([label, value, note]) =>
		value === undefined ? [] : cell(label, value, note),
	);
	return `<div style="margin-top: 12px">${known.join('\n')}</div>`;
}

/** A label with a bar. Each part of the bar shows its share of the whole. */
function bar(label: string, shown: string, whole: number, parts: Array<[number, string]>): string {
	const widths = parts.map(([value, color]): [number, string] => [(value / whole) * 100, color]);
	const rest = 100 - widths.reduce((sum, [width]) => sum + width, 0);
	const cells = [...widths, [rest, TRACK] as const]
		.filter(([width]) => width > 0)
		.map(
			([width, color]) =>
				`<td width="${width.toFixed(2)}%" bgcolor="${color}" style="width: ${width.toFixed(2)}%; height: 12px; line-height: 12px; font-size: 0; background: ${color}">&nbsp;</td>`,
		);
	return `${line(label, shown, 'padding-top: 10px')}\n${table(`<tr>${cells.join('')}</tr>`)}`;
}

/** A label, and what belongs to it at the other side. */
const line = (label: string, shown: string, padding: string) =>
	table(
		`<tr><td style="${padding}; overflow-wrap: anywhere"><bdi>${escapeHtml(label)}</bdi></td><td width="120" style="width: 120px; ${padding}; text-align: end; color: ${SOFT}">${ltr(shown)}</td></tr>`,
	);

function states(summary: CampaignSummary, words: CampaignPageTexts): string {
	const { withoutReport = 0, sent = summary.reported } = summary;
	const known = (Object.keys(words.states) as DeliveryState[]).map(
		(state) => [words.states[state], summary[state], COLORS[state]] as const,
	);
	return [...known, [words.withoutReport, withoutReport, OPEN] as const]
		.filter(([, count]) => count > 0)
		.map(([label, count, color]) => bar(label, number(count), sent, [[count, color]]))
		.join('\n');
}

function operators({ operators: all }: CampaignSummary): string {
	const most = Math.max(...all.map(({ reported }) => reported));
	const bars = all.map(({ operator, reported, delivered }) =>
		bar(operator, `${number(delivered)} / ${number(reported)}`, most, [
			[delivered, COLORS.delivered],
			[reported - delivered, OPEN],
		]),
	);
	return bars.join('\n');
}

function reasons(
	{ reasons: all }: CampaignSummary,
	{ meanings }: CampaignPageTexts,
	language: ReportLanguage,
): string {
	const inWords = (reason: string, heReason = '') =>
		meanings.get(reason) ?? ((language === 'he' && heReason) || reason);
	return all
		.map(({ reason, heReason, count }) =>
			line(inWords(reason, heReason), number(count), 'padding: 4px 0'),
		)
		.join('\n');
}

const HEIGHT = 96;

/** Draws a line as the upper edges of adjoining columns. Time runs from left to right in every language. */
function overTime({ overTime: points }: CampaignSummary): string {
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last || first === last) return '';
	const columns = points.map(({ date, delivered }) => {
		const height = Math.round((delivered / last.delivered) * HEIGHT);
		return `<td title="${escapeHtml(`${written(date)}: ${number(delivered)}`)}" style="height: ${HEIGHT + 3}px; vertical-align: bottom"><div style="height: ${height}px; border-top: 3px solid ${COLORS.delivered}; background: #dcefe2; font-size: 0">&nbsp;</div></td>`;
	});
	const label = ({ date, delivered }: typeof first, align: string) =>
		`<td style="text-align: ${align}; color: ${SOFT}; font-size: 14px">${escapeHtml(`${written(date)}: ${number(delivered)}`)}</td>`;
	return `<div dir="ltr">${table(`<tr>${columns.join('')}</tr>`)}${table(`<tr>${label(first, 'left')}${label(last, 'right')}</tr>`)}</div>`;
}

function durations(
	{ secondsToDelivery: seconds }: CampaignSummary,
	words: CampaignPageTexts,
	language: ReportLanguage,
): string {
	if (!seconds) return '';
	const { median, percentile90 } = seconds;
	return paragraph(words.durations(inUnits(median, language), inUnits(percentile90, language)));
}

function inUnits(seconds: number, language: ReportLanguage): string {
	const [value, unit] =
		seconds < 120
			? [seconds, 'second']
			: seconds < 7200
				? [Math.round(seconds / 60), 'minute']
				: [Math.round(seconds / 360) / 10, 'hour'];
	const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
	return new Intl.NumberFormat(`${language}-u-nu-latn`, style).format(value);
}

const costs = ({ cost, charged }: CampaignSummary, words: CampaignPageTexts) =>
	[
		`${words.charged}: ${number(charged)}`,
		...(cost === undefined ? [] : [`${words.cost}: ${number(cost)}`]),
	]
		.map(paragraph)
		.join('\n');
