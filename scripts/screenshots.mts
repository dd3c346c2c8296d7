// Takes the pictures of the documentation into docs/images or, with a folder, one of every operation into that folder:
// `npm run build && node scripts/installed.mjs scripts/screenshots.mts [folder] [resource]`.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { inEditor } from './editor.mts';
import { movingPicture } from './movingPicture.mts';
import { sandboxPicture } from './sandboxPicture.mts';
import { command } from './steps.mts';

const [folder, wanted] = process.argv.slice(2);
if (folder) await everyOperation(folder);
else {
	await sandboxPicture('docs/images/sandbox.png');
	for (const scenario of [
		'communityNodes',
		'nodeSearch',
		'exampleWorkflows',
		'replyExamples',
		'agentRecipes',
	]) {
		await command('tsx', [`test/e2e/scenarios/${scenario}.mts`, devNull, 'docs/images']);
	}
	await movingPicture('docs/images');
}

async function everyOperation(folder: string) {
	const require = createRequire(import.meta.url);
	const { resources } = require('../dist/nodes/TextMe/operations/index.js') as {
		resources: Array<{ value: string; operations: Array<{ value: string }> }>;
	};
	await mkdir(folder, { recursive: true });
	await inEditor(async ({ page, openNode, textMe }) => {
		for (const { value: resource, operations } of resources) {
			if (wanted && wanted !== resource) continue;
			for (const { value: operation } of operations) {
				const node = textMe({ resource, operation });
				await openNode(
					{ name: `${resource} ${operation}`, nodes: [node], connections: {} },
					'textme',
				);
				await page.screenshot({ path: join(folder, `${resource}.${operation}.png`) });
				console.log(`${resource}.${operation}`);
			}
		}
	});
}
