import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Tests in which the gateway misbehaves on purpose: no examples of an operation's output. */
const BROKEN_GATEWAY = /^test\/engine\/(faults\/|injection\.|secrets\.)/;

/** What the engine tests have recorded of this kind. Ignores tests that no longer exist. */
export async function engineResults<T extends { testFile: string }>(kind: string): Promise<T[]> {
	const files = (await readdir(`coverage/${kind}`).catch(() => [])).sort();
	const results = await Promise.all(
		files.map(async (file) => JSON.parse(await readFile(`coverage/${kind}/${file}`, 'utf8')) as T),
	);
	return results.filter(({ testFile }) => existsSync(testFile) && !BROKEN_GATEWAY.test(testFile));
}
