import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Tests in which the gateway misbehaves on purpose. Their results say nothing about an operation. */
const BROKEN_GATEWAY = /^test\/engine\/(faults\/|injection\.|secrets\.)/;

/** What the engine tests have left of this kind that counts for an operation. The tests must still exist. */
export async function engineResults<T extends { testFile: string }>(kind: string): Promise<T[]> {
	const files = (await readdir(`coverage/${kind}`).catch(() => [])).sort();
	const results = await Promise.all(
		files.map(async (file) => JSON.parse(await readFile(`coverage/${kind}/${file}`, 'utf8')) as T),
	);
	return results.filter(({ testFile }) => existsSync(testFile) && !BROKEN_GATEWAY.test(testFile));
}
