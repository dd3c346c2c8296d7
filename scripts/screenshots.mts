// Takes pictures: those of the README into docs/images, or one of every operation, to be looked at, into the folder that is
// named: `npm run screenshots -- [folder] [resource]`.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inEditor } from './editor.mts';
import { sandboxPicture } from './sandboxPicture.mts';

const [folder, wanted] = process.argv.slice(2);
if (!folder) {
	await mkdir('docs/images', { recursive: true });
	await sandboxPicture('docs/images/sandbox.png');
}
const require = createRequire(import.meta.url);
const { resources } = require('../dist/nodes/TextMe/operations/index.js') as {
	resources: Array<{ value: string; operations: Array<{ value: string }> }>;
};

await inEditor(async ({ page, openNode, textMe, sandbox }) => {
	if (!folder) {
		await openNode(
			{
				name: 'First message',
				nodes: [
					{
						id: 'start',
						name: 'When clicking ‘Execute workflow’',
						type: 'n8n-nodes-base.manualTrigger',
						typeVersion: 1,
						position: [0, 0],
						parameters: {},
					},
					textMe({
						source: { __rl: true, mode: 'list', value: sandbox.account.sender },
						phones: '050-123-4567',
						message: 'Your order is on its way',
					}),
				],
				connections: {
					'When clicking ‘Execute workflow’': {
						main: [[{ node: 'TextMe', type: 'main', index: 0 }]],
					},
				},
			},
			'textme',
		);
		await page.click('[data-test-id="node-execute-button"]');
		await page.getByText('SMS will be sent').first().waitFor();
		// The notice of success covers a part of the panel for a while.
		await page.locator('.el-notification__closeBtn').first().click();
		await page.waitForTimeout(500);
		await page.screenshot({ path: 'docs/images/send-sms.png' });
		return;
	}
	await mkdir(folder, { recursive: true });
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
