import { PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { openChromium } from '../../../scripts/chromium.mts';
import { answersOf, askWorkflow, fetchLink, lastMessage, post } from '../harness/askWorkflow.mts';
import { begun, limitWait, waits } from '../harness/byHand.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const TEAM = ['0501111101', '0501111102', '0501111103'];
const CROWD = Array.from({ length: 8 }, (_, n) => `050111120${n}`);

/**
 * Asks several people by link: a team that answers while n8n is killed and started again, later each time, and a crowd that
 * answers all at once.
 */
await scenario(async (real) => {
	const { rest, sandbox } = real;
	const credential = await createTextMeCredential(rest, sandbox);
	const start = async (phones: string[], minutes: number, options = {}) =>
		await begun(
			rest,
			askWorkflow(credential, phones, {
				message: '=Do you come, {{ $json.phone }}?',
				options: { ...limitWait(minutes), ...options },
			}),
		);
	const linkTo = (phone = '') => lastMessage(sandbox, phone).link;
	const [first, second, third] = TEAM;

	const reminder = { values: { amount: 20, unit: 'minutes', message: 'We wait for you' } };
	const team = await start(TEAM, 60, { reminder });
	const forged = linkTo(first).replace('?', '?p=1&');
	const before = {
		forged: (await post(forged, { decision: 'confirm' })).status,
		preview: await fetchLink(linkTo(first)),
		answered: await post(linkTo(first), { decision: 'decline' }),
	};
	const again = [
		// n8n takes nothing else while it processes the answer.
		await until(async () => {
			const page = await fetchLink(linkTo(first));
			return page.status === 409 ? undefined : page;
		}),
		await post(linkTo(first), { decision: 'confirm' }),
	];
	const restart = async (minutes: number) => {
		await killAtRest(real);
		await real.startAgain(clockAhead(minutes));
	};
	await restart(21);
	const texts = () => TEAM.map((phone) => sandbox.messages({ phone }).length);
	await until(() => texts()[2] === 2);
	await waits(rest, team);
	const after = await post(linkTo(second), { decision: 'confirm' });

	const crowd = await start(CROWD, 30);
	const browser = await openChromium();
	let refused = 0;
	// All answers leave at the same time, however busy the browser is.
	let unpressed = CROWD.length;
	let go = () => {};
	const allPressed = new Promise<void>((resolve) => (go = resolve));
	let crowded: Awaited<ReturnType<typeof answersOf>>;
	try {
		const pages = await Promise.all(
			CROWD.map(async (phone) => {
				const page = await browser.newPage();
				page.setDefaultTimeout(PATIENCE_MS);
				page.on('response', (response) => (refused += response.status() === 200 ? 0 : 1));
				await page.route('**', async (route) => {
					if (route.request().method() === 'POST') {
						if (--unpressed === 0) go();
						await allPressed;
					}
					await route.continue();
				});
				await page.goto(linkTo(phone));
				return page;
			}),
		);
		await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Approve' }).click()));
		crowded = await answersOf(rest, crowd);
	} finally {
		await browser.close();
	}
	await restart(61);
	return {
		before,
		again,
		after,
		/** How often n8n could not take an answer yet. The page then sent it again. */
		refused,
		crowd: crowded,
		team: await answersOf(rest, team),
		late: await fetchLink(linkTo(third)),
		texts: texts(),
		repeated: sandbox.counters().repeated,
	};
});
