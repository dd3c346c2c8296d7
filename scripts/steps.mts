import { stripVTControlCharacters } from 'node:util';
import { execa, type Options } from 'execa';

export interface Counts {
	passed: number;
	failed: number;
	failures?: string[];
	/** One line for each test that failed once and passed when repeated. */
	flaky?: string[];
	/** A line for each part that took long. */
	parts?: string[];
}

/** Runs steps one by one and continues after a failure. Prints a line per step, failures in full, and totals at the end. */
export class Steps {
	private passed = 0;
	private readonly failed: string[] = [];
	private readonly flaky: string[] = [];

	/** `work` returns its counts. A step without counts is one check. */
	async step(name: string, work: () => Promise<Counts | void>): Promise<boolean> {
		const start = Date.now();
		const {
			passed,
			failed,
			failures,
			flaky,
			parts = [],
		} = await work().then(
			(counts): Counts => counts ?? { passed: 1, failed: 0 },
			({ message }: Error): Counts => ({ passed: 0, failed: 1, failures: [message] }),
		);
		const seconds = Math.round((Date.now() - start) / 1000);
		const line = `${name}: ${passed} passed, ${failed} failed (${seconds} s)`;
		console.log(`${failed ? 'FAILED' : 'ok    '} ${line}`);
		for (const part of parts) console.log(`         ${part}`);
		for (const failure of failures ?? []) console.log(`\n${failure}\n`);
		this.passed += passed;
		this.flaky.push(...(flaky ?? []));
		this.failed.push(...Array<string>(failed).fill(line));
		return failed === 0;
	}

	/** Sets the exit code, and prints the totals on the last line. */
	finish() {
		process.exitCode = this.failed.length === 0 ? 0 : 1;
		for (const line of new Set(this.failed)) console.log(`FAILED ${line}`);
		for (const line of this.flaky) console.log(`FLAKY ${line}`);
		console.log(`${this.passed} passed, ${this.failed.length} failed`);
	}
}

/** Runs a command. Its output appears only in the error if it fails. */
export async function command(file: string, args: string[], options: Options = {}): Promise<void> {
	const { failed, shortMessage, all } = await execa(file, args, {
		preferLocal: true,
		reject: false,
		all: true,
		stdin: 'ignore',
		...options,
		// Without this, n8n's command line shows a spinner.
		env: { CI: 'true', ...options.env },
	});
	if (failed)
		throw new Error(stripVTControlCharacters(`${shortMessage}\n${String(all)}`).trimEnd());
}
