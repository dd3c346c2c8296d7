import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

interface Text {
	/** `file:line` */
	place: string;
	text: string;
}

/** Every text of the published code that people may read: what has a space in it, or is a name by itself. */
const texts = ['credentials', 'gateway', 'nodes'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => textsIn(join(folder, name))),
);

function filesIn(folder: string, ending: string): string[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name));
}

function textsIn(path: string): Text[] {
	const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
	const found: Text[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isImportDeclaration(node)) return;
		if (
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node)
		) {
			const { line } = file.getLineAndCharacterOfPosition(node.getStart());
			found.push({ place: `${path}:${line + 1}`, text: node.text });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

/** Words for things that have another name everywhere else, and that name. */
const OTHER_WORDS: Array<[RegExp, string]> = [
	[/\bgateways?\b/i, 'service'],
	[/\bproviders?\b/i, 'service'],
	[/\bweb interface\b/i, 'web console'],
	[/\b(white|allow)list/i, 'authorized addresses'],
	[/\bblacklist\b(?=.*\s[a-z])/i, 'blocklist'],
	[/\bcampaign ID\b/i, 'shipment ID'],
	[/(recogni|authori|organi|summari)s(e|ing)|colour|honour/i, 'what it is in American English'],
	[/\brecipient numbers?\b/i, 'phone numbers'],
	[/\b(Least|Most) [A-Z]\w+( [A-Z]\w+)*\b/, 'Minimum or Maximum'],
	[
		/Eves Until|Until on Fridays and Eves|Dates Left Out|Leave Out\b|Seconds of Quiet|Reach People By/,
		'what n8n would call it',
	],
	[/\bis past\b/, 'in the past'],
	[/(that the node does not know|tells this message from|to make sure)\b/, 'a plain word'],
	[/\b(go|goes) on (with|when)\b|\bGo On\b/, 'continue'],
];

test.each(OTHER_WORDS)('nobody reads %s, which is called %s', (word) => {
	expect(texts.length).toBeGreaterThan(500);
	expect(texts.filter(({ text }) => word.test(text))).toEqual([]);
});

/** For those who work on the package, who have to tell the parts of the service apart. */
const FOR_DEVELOPERS = ['assumptions.md', 'fault-matrix.md', 'speed.md', 'verification.md'];

/** What people read beside the editor. Names of files, roots of the service and what is in backticks are no words. */
const pages = [
	'README.md',
	...filesIn('docs', '.md').filter((path) => !FOR_DEVELOPERS.includes(basename(path))),
	...filesIn('demo/workflows', '.json'),
	'sandbox/drawer/page/index.html',
].flatMap((path) =>
	readFileSync(path, 'utf8')
		.replace(/`[^`\n]*`|\]\([^)]*\)|N8N_\w+/g, '')
		.split('\n')
		.map((text, index): Text => ({ place: `${path}:${index + 1}`, text })),
);

test.each(OTHER_WORDS)('no page says %s, which is called %s', (word) => {
	expect(pages.length).toBeGreaterThan(1000);
	expect(pages.filter(({ text }) => word.test(text))).toEqual([]);
});

test('keeps the README short, and the law on a page with its sources', () => {
	expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThan(250);
	const law = readFileSync('docs/sending-by-law.md', 'utf8');
	expect(law).toContain('not legal advice');
	const [, sources = ''] = law.split('## Sources');
	expect(sources.match(/https:\/\//g)?.length).toBeGreaterThan(2);
});
