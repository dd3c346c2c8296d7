import { execa } from 'execa';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/** The most entries of functions. A feature that lengthens a way shortens it elsewhere, or says here why not. */
const CEILINGS: Record<string, number> = {
	'Send Bulk': 600,
	'Get Balance': 220,
	'A push': 220,
	'A poll': 400,
};

test('keeps the way of one item through the package short', async () => {
	const args = ['--import', 'tsx', 'scripts/wayOfAnItem.mts'];
	const { stdout } = await execa(process.execPath, args, { cwd: ROOT });
	const ways = [...stdout.matchAll(/^(.+): (\d+) entries.*$/gm)];
	expect(ways.map(([, name]) => name)).toEqual(Object.keys(CEILINGS));
	const longer = ways.filter(([, name = '', entries]) => Number(entries) > (CEILINGS[name] ?? 0));
	expect(longer.map(([way]) => way)).toEqual([]);
});
