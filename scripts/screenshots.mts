// Takes the pictures of the recipes and of the sandbox's page: `npm run build && node scripts/installed.mjs scripts/screenshots.mts`.
// Those of panels are taken by hand.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { inEditorOf } from '../test/e2e/harness/editorPage.mts';
import { pasteWorkflow } from '../test/e2e/harness/pasteWorkflow.mts';
import { withRealN8n } from '../test/e2e/harness/realN8n.mts';
import { sandboxCredential } from '../demo/sandboxCredential.mts';
import { openChromium } from './chromium.mts';
import { movingPicture } from './movingPicture.mts';
import { sandboxPicture } from './sandboxPicture.mts';

const FOLDER = 'docs/images';
/** n8n's elements that cover the canvas. */
const AROUND = `.el-notification, .vue-flow__panel, [class*="nodeButtonsWrapper"],
	[data-test-id="execute-workflow-button"], [data-test-id="workflow-chat-button"] { display: none }`;

/** Takes a picture of the workflow alone, without n8n's controls. */
async function canvasPicture(page: Page, path: string): Promise<void> {
	await page.mouse.click(60, 300); // an empty spot, so that nothing looks selected
	await page.keyboard.press('1'); // zooms to fit
	await page.waitForTimeout(1_000);
	const drawn = await page.locator('.vue-flow__node, .vue-flow__edge-path').all();
	const found = (await Promise.all(drawn.map((each) => each.boundingBox()))).filter(
		(box) => box !== null,
	);
	const x = Math.min(...found.map((box) => box.x)) - 24;
	const y = Math.min(...found.map((box) => box.y)) - 12;
	const width = Math.max(...found.map((box) => box.x + box.width)) + 64 - x;
	const height = Math.max(...found.map((box) => box.y + box.height)) + 60 - y;
	const clip = { x, y, width, height };
	await page.screenshot({ path, clip, animations: 'disabled', style: AROUND });
}

const browser = await openChromium();
await sandboxPicture(browser, `${FOLDER}/sandbox.png`);
await browser.close();

const page = await readFile('docs/recipes.md', 'utf8');
const recipes = [...page.matchAll(/images\/(recipe-([\w-]+)\.png)/g)];
await withRealN8n(async ({ rest, n8n, sandbox }) => {
	await rest.createCredential('TextMe account', 'textMeApi', sandboxCredential(sandbox));
	await rest.createCredential('SMTP account', 'smtp', { host: '127.0.0.1', port: 25 });
	const permissions = ['clipboard-read', 'clipboard-write'];
	await inEditorOf(n8n, { permissions }, async (editor) => {
		for (const [, picture, name] of recipes) {
			const text = await readFile(`demo/workflows/${name}.json`, 'utf8');
			await pasteWorkflow(editor, { url: n8n.url, rest }, text);
			await canvasPicture(editor, `${FOLDER}/${picture}`);
		}
	});
});
await movingPicture(FOLDER);
