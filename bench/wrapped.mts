const WIDTH = 120;

/** Breaks prose into lines like the rest of the documentation, since prettier leaves prose alone. */
export function wrapped(text: string): string {
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) ?? '';
		if (line.length + word.length >= WIDTH) lines.push(word);
		else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
	}
	return lines.join('\n');
}
