import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHORT_FORMS } from '../../../scripts/shortForms.mts';

const textOf = (path: string) => readFileSync(join(__dirname, '../../..', path), 'utf8');

/** How CI runs what the documentation tells people to run: the file that does, and what stands there. */
const RUN_BY: Record<string, [file: string, words: string]> = {
	'npm test': ['.ci/run', 'run npm test\n'],
	'npm run test:e2e': ['.ci/run', 'run npm run test:e2e\n'],
	'npm run test:queue': ['.ci/run', 'run npm run test:queue\n'],
	'npm run demo': ['test/e2e/demo.test.mts', "start('npm', ['run', 'demo', "],
	'npm run sandbox': ['test/sandbox/npmRunSandbox.test.mts', "start('npm', ['run', 'sandbox'], "],
	'npm run check:structure': ['scripts/test.mts', "command('npm', ['run', 'check:structure'])"],
	'npm run generate': ['scripts/test.mts', "'generate', '--', '--check']"],
	'npm run build': ['scripts/test.mts', "command('npm', ['run', 'build'])"],
	'npm run lint': ['scripts/test.mts', "command('npm', ['run', 'lint'])"],
	'npm run typecheck': ['scripts/test.mts', "command('npm', ['run', 'typecheck'])"],
	'npm publish': ['.github/workflows/publish.yml', 'run: npm publish '],
};

/** Commands that are marked as code within a sentence. */
const INLINE = /`((?:npm|npx stryker|node scripts\/installed\.mjs) [^`]+)`/g;

/** In a block of code any line is a command; elsewhere only what is marked as code and begins as one. */
function commandsIn(markdown: string): string[] {
	const fences = /^[ \t]*```(\w*)\n([\s\S]*?)^[ \t]*```/gm;
	const blocks = [...markdown.matchAll(fences)].filter(([, language]) =>
		['', 'sh', 'bash', 'shell', 'console'].includes(language ?? ''),
	);
	const lines = blocks.flatMap(([, , code = '']) => code.split('\n'));
	const inline = [...markdown.replace(fences, '').matchAll(INLINE)].map(([, code = '']) => code);
	const written = [...lines, ...inline].map((line) => line.trim().replace(/^\$ /, ''));
	const commands = written.filter((line) => line !== '' && !line.startsWith('#'));
	return [...new Set(commands.map((line) => line.split(' -- ')[0] ?? line))];
}

const PAGES = [
	'README.md',
	...readdirSync(join(__dirname, '../../../docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

const commands = [...new Set(PAGES.flatMap((page) => commandsIn(textOf(page))))];

test.each(commands)('runs in CI the command %s', (command) => {
	if (command in SHORT_FORMS) {
		expect(textOf('scripts/e2e.mts')).toContain('Object.entries(SHORT_FORMS)');
		return;
	}
	const [file, words] = RUN_BY[command] ?? [];
	// No file: nothing says how CI runs it. Run it there, and say so in the table above.
	expect(file).toBeDefined();
	expect(textOf(file ?? '')).toContain(words);
});

test('finds every command of the table in the documentation', () => {
	const known = [...Object.keys(RUN_BY), ...Object.keys(SHORT_FORMS)];
	expect(known.filter((command) => !commands.includes(command))).toEqual([]);
});

test('finds a command wherever it is written', () => {
	const markdown = [
		'```sh\n# first\n$ npm run one -- --quick\nmake two\n```',
		'1. then\n\n   ```\n   npm run three\n   ```',
		'or `npm run four -- --fast`; `code` of ```json\n{}\n```',
	].join('\n');
	expect(commandsIn(markdown)).toEqual([
		'npm run one',
		'make two',
		'npm run three',
		'npm run four',
	]);
});
