// Arguments: the report file, and optionally a folder for the README's pictures.
import { join } from 'node:path';
import type { PackedPackage } from '../../../scripts/packedPackage.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { firstHour, PUBLIC_URL, type FirstHour } from '../harness/firstHour.mts';
import { renamed } from '../../renamed.mts';
import { startLocalInternet, type LocalInternet } from '../harness/localInternet.mts';
import { NPM, startLocalRegistry, type LocalRegistry } from '../harness/localRegistry.mts';
import { scenario } from '../harness/realN8n.mts';

const [, , , pictures] = process.argv;
let supplied: { packed: PackedPackage; registry: LocalRegistry; internet: LocalInternet };

/** Hides n8n's notifications, which cover part of the panel. */
const picture: FirstHour['picture'] = async (name, of) => {
	if (!pictures) return;
	const path = join(pictures, `${name}.png`);
	// A busy button gets its text back slowly.
	await ('page' in of ? of.page() : of).waitForTimeout(1_000);
	await of.screenshot({
		path,
		animations: 'disabled',
		style: '.el-notification { display: none }',
	});
};

await scenario(
	(real) => {
		const { packed, registry, internet } = supplied;
		const online = {
			ignoreHTTPSErrors: true,
			proxy: { server: internet.proxy, bypass: '127.0.0.1' },
		};
		return inEditorOf(real.n8n, online, (page) =>
			firstHour({ page, real, registry, packed, picture }),
		);
	},
	{
		env: { N8N_WEBHOOK_URL: PUBLIC_URL },
		supply: async ({ packed, sandbox, install: { node }, folder }) => {
			const registry = await startLocalRegistry(join(folder, 'registry'), node);
			await registry.publish(packed.tarball);
			const internet = await startLocalInternet(join(folder, 'internet'), {
				[NPM]: registry.port,
				'my.textme.co.il': await renamed(Number(new URL(sandbox.baseUrl).port)),
			});
			supplied = { packed, registry, internet };
			return { ...registry.env, ...internet.env };
		},
	},
);
