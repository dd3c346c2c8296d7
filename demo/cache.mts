import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';

export type Report = (text: string) => void;

/** Outside the checkout, so that a fresh clone does not download everything again. */
const cacheFolder = join(
	process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
	'n8n-nodes-textme',
);

/**
 * The folder `name` of the cache; `fill` fills it the first time. It gets its name by a rename when complete, so an unfinished
 * folder never looks complete. If two processes run at once, one fills it and the other waits.
 */
export async function cached(
	name: string,
	fill: (folder: string) => Promise<void>,
	report: Report,
): Promise<string> {
	const folder = join(cacheFolder, name);
	await mkdir(cacheFolder, { recursive: true });
	while (!existsSync(folder)) {
		const release = await lock(folder, { realpath: false, stale: 30_000 }).catch(unlessHeld);
		if (!release) {
			report('Waiting for another run that is bringing the same');
			await sleep(1000);
			continue;
		}
		try {
			if (!existsSync(folder)) await fillAndRename(folder, fill);
		} finally {
			await release();
		}
	}
	return folder;
}

function unlessHeld(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ELOCKED') throw error;
}

async function fillAndRename(folder: string, fill: (folder: string) => Promise<void>) {
	const unfinished = `${folder}.unfinished`;
	await rm(unfinished, { recursive: true, force: true });
	await mkdir(unfinished);
	try {
		await fill(unfinished);
		await rename(unfinished, folder);
	} catch (error) {
		await rm(unfinished, { recursive: true, force: true });
		throw error;
	}
}
