// Writes the title and the description that n8n's template library asks for with a workflow, from the recipe's own note.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowFile } from '../demo/n8nRest.mts';
import { formatted, keepCurrent } from './generatedFile.mts';

const RECIPES = 'demo/workflows';
const PAGE = 'docs/templates.md';

const HEAD = `# Templates

The recipes as n8n's [template library](https://n8n.io/workflows) takes them. Submit one in n8n's Creator Hub: the file as the
workflow, the heading as the title, and what stands below it as the description. n8n takes the credentials out of the file.
This page is made of the notes on the canvas by \`npm run generate\`.
`;

const REQUIREMENTS = `### Requirements

A self-hosted n8n with the community node [n8n-nodes-textme](https://www.npmjs.com/package/n8n-nodes-textme), and an account of
TextMe or 019 SMS with an API token.`;

const pages: string[] = [];
for (const file of (await readdir(RECIPES)).sort()) {
	const { nodes } = JSON.parse(await readFile(join(RECIPES, file), 'utf8')) as WorkflowFile;
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const [, title, how, setUp] =
		/^## (.+)\n([^]*?)\n\n\*\*To do:\*\*\n([^]*)$/.exec(String(note?.parameters.content)) ?? [];
	// The workflows of the demo have no such note.
	if (!title || !how || !setUp) continue;
	pages.push(
		`## ${title}`,
		`[${file}](../${RECIPES}/${file})`,
		`### How it works\n\n${how}`,
		`### Set up\n\n${setUp}`,
		REQUIREMENTS,
	);
}
const text = await formatted(PAGE, [HEAD, ...pages].join('\n\n'));
await keepCurrent(PAGE, text, 'Run: npm run generate');
