// Writes the title and the description that n8n's template library asks for with a workflow, from the recipe's own note.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowFile } from '../demo/n8nRest.mts';
import { keepSection } from './generatedFile.mts';

const RECIPES = 'demo/workflows';

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
await keepSection('docs/templates.md', 'recipes', pages.join('\n\n'));
