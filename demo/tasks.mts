import { join } from 'node:path';
import type { ListrTask } from 'listr2';
import { FEEDS, type Feed } from '../sandbox/dialects.mts';
import { startSandbox, type Sandbox } from '../sandbox/startSandbox.mts';
import { packPackage, unpackPackage } from '../scripts/packedPackage.mts';
import { staleSources } from '../scripts/staleSources.js';
import type { Report } from './cache.mts';
import { addressOf, createExampleWorkflows } from './exampleWorkflows.mts';
import * as firstMessage from './firstMessage.mts';
import { n8nInstall, type N8nInstall } from './n8nInstall.mts';
import { startN8n, type N8nProcess } from './n8nProcess.mts';
import { N8nRest, type SavedWorkflow } from './n8nRest.mts';
import { run } from './processGroup.mts';
import { sandboxCredential } from './sandboxCredential.mts';
import { startScriptedModel, type ScriptedModel, type Turn } from './scriptedModel.mts';

export interface Demo {
	/** All that n8n stores, and the packed package. Deleted at the end. */
	folder: string;
	install: N8nInstall;
	sandbox: Sandbox;
	/** Replaces the agents' language model. */
	model: ScriptedModel;
	n8n: N8nProcess;
	rest: N8nRest;
	workflows: Record<string, SavedWorkflow>;
	sent: firstMessage.SentMessage;
	delivered: firstMessage.DeliveryReport;
	/** Printed at the end, because listr's log would bury it. */
	failure?: Error;
}

const userFolder = ({ folder }: Demo) => join(folder, 'n8n');

async function buildAndPack(demo: Demo, report: Report) {
	if (staleSources().length > 0) {
		report('npm run build, about 20 s');
		await run('npm', ['run', 'build'], { cwd: join(import.meta.dirname, '..') });
	}
	report('npm pack');
	const packed = await packPackage(demo.folder);
	// n8n installs community packages here, and loads them when it starts.
	await unpackPackage(packed, join(userFolder(demo), '.n8n', 'nodes', 'node_modules'));
}

async function createCredential({ rest, sandbox }: Demo) {
	const name = 'TextMe account';
	const type = 'textMeApi';
	const data = sandboxCredential(sandbox);
	const { id } = await rest.createCredential(name, type, data);
	const tested = await rest.testCredential({ id, name, type, data });
	if (tested.status !== 'OK') throw new Error(`n8n's test of the credential: ${tested.message}`);
	return { id, name };
}

function echo(messages: Array<{ content: string }>): Turn {
	const { content = '' } = messages.at(-1) ?? {};
	return { say: `This demo has no language model. You wrote: ${content.slice(0, 100)}` };
}

async function createModelCredential({ rest, model }: Demo) {
	const name = 'Stand-in for a language model';
	const data = { ...model.credential, header: false };
	const { id } = await rest.createCredential(name, 'openAiApi', data);
	return { id, name };
}

/** The example workflow for each feed, and its trigger. Only one workflow gets the texts, because each would answer them. */
const LISTENERS: Record<Feed, [file: string, trigger: string]> = {
	delivery: ['receive-delivery-reports', 'Delivery report'],
	incoming: ['text-your-agent', 'Somebody texts'],
	blocklist: ['answer-replies', 'Reply or opt-out'],
};

async function setUpN8n(demo: Demo) {
	demo.rest = new N8nRest(demo.n8n.url);
	await demo.rest.setUpOwner();
	demo.workflows = await createExampleWorkflows(demo.rest, await createCredential(demo), {
		openAiApi: await createModelCredential(demo),
	});
	for (const file of new Set(Object.values(LISTENERS).map(([file]) => file))) {
		await demo.rest.activate(workflow(demo, file));
	}
	for (const feed of FEEDS) {
		const [file, trigger] = LISTENERS[feed];
		const url = `${demo.n8n.url}/webhook/${addressOf(workflow(demo, file), trigger)}`;
		demo.sandbox.registerPush({ feed, url });
	}
}

export function workflow({ workflows }: Demo, name: string): SavedWorkflow {
	const found = workflows[name];
	if (!found) throw new Error(`There is no demo/workflows/${name}.json`);
	return found;
}

/** Shows the progress and duration of a step: every second on a terminal, every 8 seconds in a log. */
function step(title: string, work: (demo: Demo, report: Report) => Promise<void>): ListrTask<Demo> {
	return {
		title,
		task: async (demo, task) => {
			const begin = Date.now();
			let doing: string | undefined;
			const show = () => {
				task.output = `${doing ?? 'Working'} · ${Math.round((Date.now() - begin) / 1000)} s`;
			};
			const timer = setInterval(show, process.stdout.isTTY ? 1000 : 8_000);
			try {
				await work(demo, (text) => {
					const isFirst = doing === undefined;
					doing = text;
					if (isFirst) show();
				});
			} catch (error) {
				demo.failure = error as Error;
				throw new Error('see below');
			} finally {
				clearInterval(timer);
			}
		},
	};
}

export const tasks = [
	step('Build and pack n8n-nodes-textme', buildAndPack),
	step('Bring Node 24 and n8n (some minutes and 2.8 GB the first time)', async (demo, report) => {
		demo.install = await n8nInstall(report);
	}),
	step('Start the sandbox, a stand-in for the SMS gateway', async (demo) => {
		demo.sandbox = await startSandbox({ clock: 'real' });
		demo.model = await startScriptedModel(({ messages }) => echo(messages));
	}),
	step('Start n8n with the package', async (demo, report) => {
		report('n8n creates its database and loads its nodes, about half a minute the first time');
		// The recipes' schedules are of Israel.
		const env = { GENERIC_TIMEZONE: 'Asia/Jerusalem' };
		demo.n8n = await startN8n({ install: demo.install, userFolder: userFolder(demo), env });
	}),
	step('Create the owner, the credential (and test it) and the workflows', setUpN8n),
	step('Send a first message', async (demo) => {
		demo.sent = await firstMessage.sendFirstMessage(demo.rest, workflow(demo, 'send-a-message').id);
	}),
	step('Wait for its delivery report to be pushed into a workflow', async (demo) => {
		demo.delivered = await firstMessage.deliveryReportOf(
			demo.sent,
			demo.rest,
			workflow(demo, 'receive-delivery-reports').id,
		);
	}),
];
