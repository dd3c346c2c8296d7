// Writes the register of assumptions into docs/assumptions.md. With `--check` it only says whether the page is current.
import { ASSUMPTIONS } from './contract/assumptions.mts';
import { formatted, keepCurrent } from './generatedFile.mts';

const PAGE = 'docs/assumptions.md';

const INTRODUCTION = `# Assumptions

Nobody who works on this package has met the real service. What the specification does not show was taken from its public pages
(documented), from the code of others who use it (seen), or guessed. Where one of these is wrong, you still get all the data: this
is the list of what is assumed, and what you see otherwise. This page is made by \`npm run generate\`, of
\`scripts/contract/assumptions.mts\`.

## Find out with your account

\`\`\`sh
npm run contract -- --base-url https://my.textme.co.il --username you
\`\`\`

It asks for the token without showing it (or takes \`TEXTME_TOKEN\` from the environment), makes calls that change and cost nothing,
and says what the test address of your service is, and row by row what holds, what is refuted by what, and what could not be
tested. With \`--send-to\` and your own number it sends one text there, after asking, and follows it to its delivery report. Without
an address it asks the sandbox.

It leaves a transcript in \`contract-transcript.json\`, in which token, names, numbers and texts are replaced: the same value by the
same value, of the same form. Read it, and attach it to an issue. In \`test/transcripts/\` it becomes a test: \`npm test\` runs the
operations over it.

## The register
`;

const cell = (text: string) => text.replaceAll('|', '\\|');
const lines = Object.entries(ASSUMPTIONS).map(
	([name, { assumed, source, confidence, ifWrong, howToTell }]) =>
		`| \`${name}\` | ${[assumed, `${confidence}: ${source}`, ifWrong, howToTell].map(cell).join(' | ')} |`,
);
const table = [
	'| Name | Assumed | From | If it is wrong | How to tell |',
	'| --- | --- | --- | --- | --- |',
	...lines,
].join('\n');
await keepCurrent(
	PAGE,
	await formatted(PAGE, `${INTRODUCTION}\n${table}\n`),
	'Run `npm run generate`.',
);
