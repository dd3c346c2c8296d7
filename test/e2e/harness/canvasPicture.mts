import type { Page } from 'playwright-core';

/** Elements that n8n shows over the canvas. */
const AROUND = [
	'.el-notification',
	'.vue-flow__panel',
	'[class*="nodeButtonsWrapper"]',
	'[data-test-id="execute-workflow-button"]',
	'[data-test-id="workflow-chat-button"]',
];

/** A picture of the canvas without n8n's frame. */
export async function canvasPicture(page: Page, path: string): Promise<void> {
	await page.mouse.click(60, 300); // an empty spot, so that nothing looks selected
	await page.keyboard.press('1'); // zooms to fit
	await page.waitForTimeout(1_000);
	const boxes = await Promise.all(
		(await page.locator('.vue-flow__node, .vue-flow__edge-path').all()).map((node) =>
			node.boundingBox(),
		),
	);
	const found = boxes.filter((box) => box !== null);
	const left = Math.min(...found.map(({ x }) => x)) - 24;
	const top = Math.min(...found.map(({ y }) => y)) - 12;
	const right = Math.max(...found.map(({ x, width }) => x + width)) + 64;
	const bottom = Math.max(...found.map(({ y, height }) => y + height)) + 60;
	await page.screenshot({
		path,
		clip: { x: left, y: top, width: right - left, height: bottom - top },
		animations: 'disabled',
		style: `${AROUND.join()} { display: none }`,
	});
}
