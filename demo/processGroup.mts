// Everything is started with node:child_process and in a process group of its own: Ctrl+C then reaches only ourselves,
// and stopping a group takes along whatever it started. (No execa here: the e2e tests import these modules through jest,
// which cannot load libraries that are ESM only.)
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

const running = new Map<number, Promise<unknown>>();
process.once('exit', () => signalAll('SIGKILL'));

function signalAll(signal: NodeJS.Signals) {
	for (const leader of running.keys()) signalGroup(leader, signal);
}

/** Ends whatever was started here and still runs, and waits until it is gone. */
export async function endAll(): Promise<void> {
	signalAll('SIGKILL');
	await Promise.all(running.values());
}

/** Of a line that was written over and over, like a spinner's, only the last state counts. */
const backToTheLeft = /\r|\u001b\[\d+D/; // eslint-disable-line no-control-regex -- it is what terminals understand

export interface StartOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	onLine?: (line: string) => void;
}

export interface Started {
	pid: number;
	/** Resolves with the exit code, or the signal's name, once the process is gone. */
	exited: Promise<number | NodeJS.Signals>;
	/** The last lines it printed, on either stream. */
	tail: (lines?: number) => string;
	signal: (signal: NodeJS.Signals) => void;
}

/** Whether there was anybody left to get the signal. */
function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
	try {
		return process.kill(-leader, signal);
	} catch {
		return false;
	}
}

/** The child's standard input stays open as long as we live: its end is how a child can notice that we were killed. */
export async function start(
	command: string,
	args: string[],
	{ cwd, env, onLine }: StartOptions = {},
): Promise<Started> {
	const child = spawn(command, args, { cwd, env, stdio: 'pipe', detached: true });
	const printed: string[] = [];
	for (const stream of [child.stdout, child.stderr]) {
		createInterface({ input: stream }).on('line', (text) => {
			const line = stripVTControlCharacters(text.split(backToTheLeft).at(-1) ?? '');
			printed.push(line);
			if (printed.length > 1000) printed.shift();
			onLine?.(line);
		});
	}
	child.stdin.on('error', () => {}); // it may end before us
	const exited = new Promise<number | NodeJS.Signals>((resolve) => {
		child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
	});
	await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
	const pid = child.pid as number;
	running.set(pid, exited);
	void exited.then(() => {
		signalGroup(pid, 'SIGKILL'); // what the process left behind
		running.delete(pid);
	});
	return {
		pid,
		exited,
		tail: (lines = 25) => printed.slice(-lines).join('\n'),
		signal: (signal) => signalGroup(pid, signal),
	};
}

/** Runs a command to its end and throws with its last lines when it fails. */
export async function run(
	command: string,
	args: string[],
	options: StartOptions = {},
): Promise<void> {
	const started = await start(command, args, options);
	const end = await started.exited;
	if (end === 0) return;
	throw new Error(
		`"${[command, ...args].join(' ')}" ended with ${end}. Its last lines:\n${started.tail()}`,
	);
}
