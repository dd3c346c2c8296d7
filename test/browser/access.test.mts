// The page with keyboard and screen reader, in both colour schemes and both sizes.
import { readFileSync } from 'node:fs';
import { call, smsTo, withId } from '../sandbox/call.mts';
import { DESKTOP, PHONE_SIZE, usePage } from './usePage.mts';

const PHONE = '0501234567';
const { sandbox, page } = usePage();
const SIZES = [
	['desktop', DESKTOP],
	['phone', PHONE_SIZE],
] as const;
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
	id: string;
	nodes: { html: string; failureSummary?: string }[];
}

/** What axe reports for the current page, by WCAG 2.2 AA and good practice. */
async function findings(): Promise<string[]> {
	// The page's policy refuses foreign scripts, but not the debugger's.
	await page().evaluate(axeSource);
	const { violations } = await page().evaluate<{ violations: Finding[] }>('axe.run()');
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
	);
}

/** An example of everything that the page can show. */
async function fill() {
	const to = (id: string, more = {}) => call(sandbox(), 'sms', smsTo(withId(PHONE, id), more));
	sandbox().registerPush({ feed: 'delivery', url: 'http://127.0.0.1:1/' });
	await to('a', { message: 'שלום https://n8n.example/wait/7', add_unsubscribe: '3' });
	await to('b', { tts: { type: 4 }, add_unsubscribe: '2' });
	await call(sandbox(), 'send_otp', { phone: PHONE, source: 'TextMe' });
	await call(sandbox(), 'sms', smsTo(withId('0509999004', 'c')));
	await sandbox().advanceClock(3 * 3_600_000);
	sandbox().registerPush({ feed: 'incoming', url: 'http://127.0.0.1:1/' });
	sandbox().handsetReply({ phone: PHONE, text: 'Hi', dest: '0559000100' });
	await sandbox().settle();
	sandbox().optOut({ phone: PHONE });
	await to('d', { timing: '16/01/26 10:00' });
	await call(sandbox(), 'sms', smsTo([withId(PHONE, 'e'), withId('0509999004', 'f')]));
	await sandbox().advanceClock(2_000);
	sandbox().addFault({ kind: 'reset', times: 0 });
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	// Without animations, so that axe judges final colours.
	beforeEach(() => page().emulateMedia({ colorScheme, reducedMotion: 'reduce' }));

	test.each(SIZES)('fits an empty page at %s size', async (_name, size) => {
		await page().setViewportSize(size);
		await page().getByRole('button', { name: 'Send one now' }).waitFor();
		expect(await findings()).toEqual([]);
	});

	test.each(SIZES)('everything at %s size', async (_name, size) => {
		await fill();
		await page().setViewportSize(size);
		await page().goto(`${sandbox().baseUrl}/#${PHONE}`);
		await page().locator('#lines').getByText('Opted out of demo').waitFor();
		for (const details of await page().locator('.fate summary').all()) await details.click();
		expect(await findings()).toEqual([]);
		if (size === PHONE_SIZE) {
			await page().getByRole('link', { name: 'Back to the phones' }).click();
			expect(await findings()).toEqual([]);
			await page().getByRole('button', { name: 'Controls' }).click();
		}
		for (const name of ['Pushes', 'Faults', 'Clock', 'Account']) {
			await page().getByRole('tab', { name }).click();
			expect(await findings()).toEqual([]);
		}
		const widths = '[document.documentElement.scrollWidth, innerWidth]';
		const [content, screen] = await page().evaluate<[number, number]>(widths);
		expect(content).toBe(screen);
	});
});

test('everything is done with the keyboard alone, and the focus is seen', async () => {
	const { keyboard } = page();
	const focused = () => page().evaluate<string>('document.activeElement.outerHTML');
	async function tabTo(what: RegExp) {
		for (let n = 0; n < 60; n++) {
			await keyboard.press('Tab');
			const html = await focused();
			if (!what.test(html)) continue;
			const outline = await page().evaluate(
				'getComputedStyle(document.activeElement).outlineStyle',
			);
			expect(outline).not.toBe('none');
			return;
		}
		throw new Error(`No Tab leads to ${String(what)}; it ended at ${await focused()}`);
	}
	await tabTo(/^<a.*Skip to the phones/);
	await keyboard.press('Enter');
	expect(await focused()).toContain('id="search"');
	await keyboard.type('0521112233');
	await page().getByText('Write from this number').waitFor();
	await tabTo(/^<a href="#0521112233"/);
	await keyboard.press('Enter');
	await page().getByRole('heading', { name: '052-111-2233' }).waitFor();
	await tabTo(/^<textarea/);
	await keyboard.type('Two lines');
	await keyboard.press('Shift+Enter');
	await keyboard.type('from a keyboard');
	await keyboard.press('Enter');
	await page().locator('#lines').getByText('from a keyboard').waitFor();
	expect(sandbox().conversation('0521112233')).toMatchObject([
		{ text: 'Two lines\nfrom a keyboard' },
	]);

	await tabTo(/^<button[^>]* role="tab"/);
	await keyboard.press('ArrowRight');
	await keyboard.press('ArrowRight');
	await page().getByRole('tabpanel', { name: 'Clock' }).waitFor();
	await tabTo(/^<button[^>]*>\+1 minute/);
	await keyboard.press('Enter');
	await page().locator('#clock-time').getByText('10:01:00').waitFor();
	await keyboard.press('Enter');
	await page().locator('#clock-time').getByText('10:02:00').waitFor();
});
