// Takes the documentation's pictures: `npm run build && node scripts/installed.mjs scripts/screenshots.mts`.
import { devNull } from 'node:os';
import { openChromium } from './chromium.mts';
import { movingPicture } from './movingPicture.mts';
import { sandboxPicture } from './sandboxPicture.mts';
import { command } from './steps.mts';

const FOLDER = 'docs/images';
const SCENARIOS = 'communityNodes recipes lookBack';

const browser = await openChromium();
await sandboxPicture(browser, `${FOLDER}/sandbox.png`);
await browser.close();
for (const scenario of SCENARIOS.split(' ')) {
	await command('tsx', [`test/e2e/scenarios/${scenario}.mts`, devNull, FOLDER]);
}
await movingPicture(FOLDER);
