import { createInterface } from 'node:readline/promises';

/** Asks for a line. With `isSecret`, the terminal does not show the input. */
export async function prompt(question: string, isSecret = false): Promise<string> {
	const { stdin: input, stdout } = process;
	if (isSecret) stdout.write(question);
	const output = isSecret ? undefined : stdout;
	const lines = createInterface({ input, output, terminal: input.isTTY });
	try {
		return (await lines.question(question)).trim();
	} finally {
		lines.close();
		if (isSecret) stdout.write('\n');
	}
}
