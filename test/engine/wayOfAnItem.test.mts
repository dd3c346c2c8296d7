import { execa } from 'execa';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/** The most files and changes of file. A feature that lengthens a way shortens it elsewhere, or says here why not. */
const CEILINGS: Record<string, [files: number, changes: number]> = {
	'Send Bulk': [25, 120],
	'Get Balance': [15, 42],
	'A push': [16, 54],
	'A poll': [20, 82],
};

test('keeps the way of one item through the package short', async () => {
	const args = ['--import', 'tsx', 'scripts/wayOfAnItem.mts'];
	const { stdout } = await execa(process.execPath, args, { cwd: ROOT });
	const ways = [...stdout.matchAll(/^(.+): (\d+) files, .* (\d+) changes of file$/gm)];
	expect(ways.map(([, name]) => name)).toEqual(Object.keys(CEILINGS));
	const longer = ways.filter(([, name = '', files, changes]) => {
		const [mostFiles, mostChanges] = CEILINGS[name] ?? [0, 0];
		return Number(files) > mostFiles || Number(changes) > mostChanges;
	});
	expect(longer.map(([way]) => way)).toEqual([]);
});
