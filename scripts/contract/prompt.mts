import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a line. With `isSecret`, the screen does not show what is typed. */
export async function prompt(question: string, isSecret = false): Promise<string> {
	let isMuted = false;
	const output = new Writable({
		write(chunk: Buffer, _, done) {
			if (!isMuted) process.stdout.write(chunk);
			done();
		},
	});
	const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
	try {
		const answer = lines.question(question);
		isMuted = isSecret;
		return (await answer).trim();
	} finally {
		lines.close();
		if (isSecret) process.stdout.write('\n');
	}
}
