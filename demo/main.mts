// `npm run demo`: a real n8n with the package, and the sandbox as the service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Listr, PRESET_TIMER } from 'listr2';
import { owner } from './n8nRest.mts';
import { endAll } from './processGroup.mts';
import { tasks, type Demo } from './tasks.mts';

const demo = {
	folder: await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-demo-')),
} as Partial<Demo> as Demo;

let stopping: Promise<void> | undefined;
function stop(exitCode: number) {
	stopping ??= (async () => {
		await demo.n8n?.stop();
		await demo.sandbox?.close();
		await demo.model?.close();
		await endAll();
		await rm(demo.folder, { recursive: true, force: true });
		process.exit(exitCode);
	})();
	return stopping;
}

for (const [signal, exitCode] of [
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const) {
	process.on(signal, () => {
		if (!stopping) console.log('\nStopping …');
		void stop(exitCode);
	});
}

// npm does not pass on the signal that ends it, so this process would stay.
if (process.env.npm_lifecycle_event) {
	const npm = process.ppid;
	setInterval(() => process.ppid !== npm && void stop(143), 500).unref();
}

try {
	await new Listr<Demo, 'default', 'verbose'>(tasks, {
		ctx: demo,
		registerSignalListeners: false,
		renderer: 'default',
		rendererOptions: { timer: PRESET_TIMER, collapseErrors: false, showErrorMessage: false },
		fallbackRenderer: 'verbose',
		fallbackRendererOptions: { timer: PRESET_TIMER },
	}).run();
} catch (error) {
	// Stopping the demo makes the running step fail, which is no error.
	if (!stopping) {
		console.error(`\nThe demo failed: ${(demo.failure ?? (error as Error)).message}`);
		const log = demo.n8n?.tail(40);
		if (log) console.error(`\nThe last lines of n8n:\n${log}`);
	}
	await stop(1);
}

const { sent, delivered, n8n, sandbox } = demo;
console.log(`
The node sent a message to ${sent.phone} with the external ID ${sent.externalId} (execution ${sent.executionId}).
Its delivery report came back by push: ${delivered.status}, ${delivered.meaning} (execution ${delivered.executionId}).
Shown in ${Math.round(process.uptime())} s, with what had to be installed; no text has left this machine.`);

console.log(`
Go on by hand:

  Phones     ${sandbox.baseUrl}/#${sent.phone}
             what was sent, as it arrives; reply, opt out, let something go wrong

  n8n        ${n8n.url}
  Login      ${owner.email} with password ${owner.password}

Workflows:

${linksOf(demo)}

Text from a phone in the sandbox, and 'Text your agent' answers: a stand-in for the language model, until you choose a credential
of your own. To try 'Answer replies' or 'Opening hours', publish it, and register the address of its trigger in the sandbox for
incoming messages in the place of the agent's: each of them answers whatever comes in.

Ctrl+C stops n8n and the sandbox and deletes what this n8n has stored.`);

/** One line per workflow: name and address. */
function linksOf({ workflows, n8n: { url } }: typeof demo): string {
	const all = Object.values(workflows).map(({ id, name }) => [name, `${url}/workflow/${id}`]);
	const width = Math.max(...all.map(([name = '']) => name.length));
	return all.map(([name = '', link]) => `  ${name.padEnd(width)}  ${link}`).join('\n');
}

void n8n.exited.then(() => {
	if (stopping) return;
	console.error(`\nn8n has ended by itself. Its last lines:\n${n8n.tail(40)}`);
	return stop(1);
});
