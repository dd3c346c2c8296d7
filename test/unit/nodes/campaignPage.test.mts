import { readBlocklistEntry } from '../../../gateway/blocklistEntry';
import { readDeliveryReport } from '../../../gateway/deliveryReport';
import { deliveryStatus, DELIVERY_STATUS_CODES } from '../../../gateway/deliveryStatus';
import { PAGE_TEXTS } from '../../../nodes/answers/page/pageTexts';
import { campaignPage } from '../../../nodes/TextMe/operations/report/campaignPage';
import { CAMPAIGN_PAGE_TEXTS } from '../../../nodes/TextMe/operations/report/campaignPageTexts';
import { summarizeCampaign } from '../../../nodes/planning/campaignSummary';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&\u202Ekcatta`;

const report = (fields: object, index = 0) =>
	readDeliveryReport({
		external_id: `${index}`,
		phone: `05${10_000_000 + index}`,
		shipment_id: '700001',
		status: '102',
		date: '15/01/26 10:00',
		operator: 'Cellcom',
		...fields,
	});
const summaryOf = (...fields: object[]) =>
	summarizeCampaign({ reports: fields.map(report), incoming: [], blocked: [] });
const some = summaryOf({}, { date: '15/01/26 10:10' }, { status: '17' }, { status: '103' });

test.each([
	['Spring sale', 'en', 'ltr', ['Delivered', 'Blocked for advertising messages', 'By operator']],
	['מבצע אביב', 'he', 'rtl', ['נמסרו', 'חסום להודעות פרסומיות', 'לפי מפעיל']],
	['تخفيضات الربيع', 'en', 'ltr', ['Delivered']],
])('speaks the language of %s', (name, language, direction, words) => {
	const page = campaignPage(name, some, []);
	expect(page).toContain(`<html lang="${language}" dir="${direction}">`);
	for (const word of [name, 'Cellcom', '50%', ...words]) expect(page).toContain(word);
	expect(page).toContain('>15/01/2026 10:00</span> – <span dir="ltr">15/01/2026 10:10<');
});

test.each([
	['15/01/26 10:00:45', '45 seconds'],
	['15/01/26 10:30', '30 minutes'],
	['15/01/26 12:30', '2.5 hours'],
])('says how long a delivery at %s took: %s, and draws it', (date, duration) => {
	const page = campaignPage('Sale', summaryOf({}, { date, status: '17' }, { date }, { date }), []);
	expect(page).toContain(`nine of ten within ${duration}`);
	expect(page.split('border-top: 3px').length).toBeGreaterThan(2);
});

test('says what has no report yet, and how many may have opted out', () => {
	const summary = summarizeCampaign({
		sent: 4,
		reports: [report({ phone: '0501234567' })],
		incoming: [],
		blocked: [readBlocklistEntry({ phone: '050****567', date: '15/01/26 10:05' })],
	});
	const page = campaignPage('Sale', summary, [])
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ');
	expect(page).toContain('4 Sent 1 With a report 1 Delivered 25% 0 Replies up to 1 Opt-outs');
	expect(page).toContain('Without a report yet 3');
});

test('speaks the language in which people reply, when the name has none', () => {
	expect(campaignPage('700001', some, ['כן', 'תודה'])).toContain('lang="he"');
	expect(campaignPage('700001', some, [])).toContain('lang="en"');
});

test('runs and loads nothing that a name holds', () => {
	const page = campaignPage(
		HOSTILE,
		summaryOf({ operator: HOSTILE }, { status: '4711', en_message: HOSTILE, message_he: HOSTILE }),
		[HOSTILE],
	);
	expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
	expect(page).not.toMatch(/<script|<img|\u202E|\son\w+=['"]?alert/i);
	expect(page).not.toMatch(/<[^>]*\b(?:src|href)=|url\(/i);
	expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
});

test('says that there are no reports yet', () => {
	const page = campaignPage('Spring sale', summaryOf(), []);
	expect(page).toContain('There are no reports of this campaign yet.');
	expect(page).not.toMatch(/NaN|undefined|Infinity/);
});

test.each<[what: string, fields: object[]]>([
	['nothing was delivered', [{ status: '101' }]],
	['everything was delivered at once', [{}, {}]],
	['no date can be read', [{ date: 'soon' }]],
	['no operator is named', [{ operator: '' }]],
])('has only true figures when %s', (_, fields) => {
	expect(campaignPage('Sale', summaryOf(...fields), [])).not.toMatch(/NaN|undefined|Infinity/);
});

const notDelivered = DELIVERY_STATUS_CODES.filter(
	(code) => deliveryStatus(code).state !== 'delivered',
);

test.each(notDelivered)('has Hebrew words for status %i', (code) => {
	const { meaning } = deliveryStatus(code);
	expect(CAMPAIGN_PAGE_TEXTS.he.meanings.get(meaning)).toMatch(/\p{Script=Hebrew}/u);
});

test('is small enough to mail: Gmail cuts off at 102 kB', () => {
	const operators = Array.from({ length: 40 }, (_, n) => ({ operator: `Operator ${n}` }));
	expect(Buffer.byteLength(campaignPage('Sale', summaryOf(...operators), []))).toBeLessThan(
		102_000,
	);
});

/** All texts of a page, those with figures in them with 7 and 8. */
const textsIn = (texts: unknown): string[] => {
	if (typeof texts === 'function') return [(texts as (...figures: string[]) => string)('7', '8')];
	return typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(textsIn);
};

test.each([
	['en', /\p{Script=Latin}/u, [PAGE_TEXTS.en, CAMPAIGN_PAGE_TEXTS.en]],
	['he', /\p{Script=Hebrew}/u, [PAGE_TEXTS.he, CAMPAIGN_PAGE_TEXTS.he]],
	['ar', /\p{Script=Arabic}/u, [PAGE_TEXTS.ar]],
])('no page leaves a text out in %s, or says it in another language', (_, script, pages) => {
	for (const text of textsIn(pages)) expect(text).toMatch(script);
	for (const { durations, upTo } of pages.flatMap((page) => ('upTo' in page ? page : []))) {
		expect([upTo('7'), durations('7', '8')].join()).toMatch(/7.*7.*8/);
	}
});
