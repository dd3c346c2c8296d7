import { readFile, writeFile } from 'node:fs/promises';

/** Seconds per picture. */
const SECONDS = 4;
const WIDTH = 1300;
const HEIGHT = 850;
const BAR = 64;

/** Pictures of docs/images in order, with captions. */
const STEPS = [
	['send-sms.png', 'Send a text from n8n'],
	['phone.png', 'It arrives on the phone'],
	['delivery-report.png', 'Its delivery report starts a workflow'],
] as const;

/** Combines the pictures in one moving SVG without a script, which GitHub and npm show. */
export async function movingPicture(folder: string): Promise<void> {
	const share = 100 / STEPS.length;
	const steps = await Promise.all(
		STEPS.map(async ([file, text], index) => {
			const image = (await readFile(`${folder}/${file}`)).toString('base64');
			return `<g class="step" style="animation-delay:${index * SECONDS}s">
<image y="${BAR}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice" href="data:image/png;base64,${image}"/>
<text x="${WIDTH / 2}" y="42">${index + 1}. ${text}</text>
</g>`;
		}),
	);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT + BAR}" role="img" aria-label="${STEPS.map(([, text]) => text).join('. ')}">
<style>
.step { opacity: 0; animation: show ${SECONDS * STEPS.length}s infinite; }
.step:first-of-type { opacity: 1; }
@keyframes show { 0%, ${share - 1}% { opacity: 1; } ${share}%, 99% { opacity: 0; } 100% { opacity: 1; } }
text { font: 600 26px system-ui, sans-serif; fill: #fff; text-anchor: middle; }
@media (prefers-reduced-motion: reduce) { .step { animation: none; } }
</style>
<rect width="${WIDTH}" height="${HEIGHT + BAR}" rx="12" fill="#1660c9"/>
${steps.join('\n')}
</svg>
`;
	await writeFile(`${folder}/first-message.svg`, svg);
}
