import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** The system's own browser: the browsers that packages download are not available everywhere. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function openChromium(): Promise<Browser> {
	const executablePath = PLACES.find((place) => existsSync(place));
	if (executablePath === undefined) {
		throw new Error(`A Chromium is needed at one of ${PLACES.join(', ')}.`);
	}
	return chromium.launch({
		executablePath,
		// Milliseconds. On a busy machine, Playwright's default of 30 s is too short.
		timeout: 120_000,
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
}
