// Starts processes with node:child_process, each in its own process group: Ctrl+C reaches only this process, and a signal to a
// group ends all that it started. (Not execa: the e2e tests load these modules with jest, which cannot load ESM-only
// libraries.)
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

const running = new Map<number, Promise<unknown>>();
process.once('exit', () => signalAll('SIGKILL'));

function signalAll(signal: NodeJS.Signals) {
	for (const leader of running.keys()) signalGroup(leader, signal);
}

export async function endAll(): Promise<void> {
	signalAll('SIGKILL');
	await Promise.all(running.values());
}

/** Moves the cursor back. If a line is rewritten, as by a spinner, only its last state counts. */
const backToTheLeft = /\r|\u001b\[\d+D/; // eslint-disable-line no-control-regex -- it is what terminals understand

export interface StartOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	onLine?: (line: string) => void;
}

export interface Started {
	pid: number;
	/** Resolves with the exit code or the signal's name when the process has ended. */
	exited: Promise<number | NodeJS.Signals>;
	/** The last lines of stdout and stderr together. */
	tail: (lines?: number) => string;
	signal: (signal: NodeJS.Signals) => void;
}

/** Returns whether any process of the group still existed. */
function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
	try {
		return process.kill(-leader, signal);
	} catch {
		return false;
	}
}

/** The child's standard input closes with this process, even if that is killed, so the child can notice. */
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
	child.stdin.on('error', () => {}); // the child may end before us
	const exited = new Promise<number | NodeJS.Signals>((resolve) => {
		child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
	});
	await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
	const pid = child.pid as number;
	running.set(pid, exited);
	void exited.then(() => {
		signalGroup(pid, 'SIGKILL'); // ends what the process left running
		running.delete(pid);
	});
	return {
		pid,
		exited,
		tail: (lines = 25) => printed.slice(-lines).join('\n'),
		signal: (signal) => signalGroup(pid, signal),
	};
}

/** Runs a command to its end. If it fails, throws with its last lines. */
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
