import { execa, type Options } from 'execa';

interface Row {
	step: string;
	passed: number;
	failed: number;
	seconds: number;
}

export interface Counts extends Pick<Row, 'passed' | 'failed'> {
	/** What failed, and how. Shown at the end of the log, where people look first. */
	failures?: string[];
	/** What failed first and passed when run again, and how it failed. */
	unstable?: string[];
}

/** Runs one step after the other under headings, goes on after a failure, and ends with a table and the totals. */
export class Steps {
	private readonly rows: Row[] = [];
	private readonly failures: string[] = [];
	private readonly unstable: string[] = [];

	/** `work` returns its counts. A step without counts is one check. */
	async step(name: string, work: () => Promise<Counts | void>): Promise<boolean> {
		console.log(`\n=== ${name}`);
		const start = Date.now();
		let counts: Counts = { passed: 1, failed: 0 };
		try {
			counts = (await work()) ?? counts;
		} catch (error) {
			const { message } = error as Error;
			console.error(message);
			counts = { passed: 0, failed: 1, failures: [message] };
		}
		const { passed, failed, failures = [], unstable = [] } = counts;
		const seconds = Math.round((Date.now() - start) / 100) / 10;
		this.rows.push({ step: name, passed, failed, seconds });
		this.failures.push(...failures.map((failure) => `${name}: ${failure}`));
		this.unstable.push(...unstable.map((failure) => `${name}: ${failure}`));
		console.log(`--- ${failed ? 'FAILED' : 'passed'}: ${name} (${seconds} s)`);
		return failed === 0;
	}

	/** Sets the exit code, and prints the totals alone on the last line. */
	finish() {
		console.log('\n=== Summary');
		console.table(this.rows);
		for (const failure of this.unstable) console.log(`\nUNSTABLE ${failure}`);
		for (const failure of this.failures) console.log(`\nFAILED ${failure}`);
		const total = (key: 'passed' | 'failed') => this.rows.reduce((sum, row) => sum + row[key], 0);
		process.exitCode = total('failed') === 0 ? 0 : 1;
		console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
	}
}

/** Runs a command and shows its output. Throws when it fails. */
export async function command(file: string, args: string[], options: Options = {}) {
	console.log(`$ ${[file, ...args].join(' ')}`);
	const { failed, exitCode, signal, originalMessage } = await execa(file, args, {
		preferLocal: true,
		reject: false,
		stdio: ['ignore', 'inherit', 'inherit'],
		...options,
	});
	if (!failed) return;
	const end = signal ?? (exitCode === undefined ? originalMessage : `exit code ${exitCode}`);
	throw new Error(`${file} failed: ${end}`);
}
