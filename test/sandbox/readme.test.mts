import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TABLES } from '../../sandbox/documentation.mts';

const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');

/** The formatter pads the cells of a table. */
const unpadded = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');

test.each(Object.entries(TABLES))('says in the table of %s what the code does', (_name, table) => {
	expect(unpadded(readme)).toContain(unpadded(table));
});
