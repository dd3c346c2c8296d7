import { output } from '../../../demo/n8nRest.mts';
import { waits } from '../harness/byHand.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { openForm, send } from '../recipes/forms.mts';
import { changed, endings, eventually } from '../recipes/kit.mts';
import { alwaysOpen } from '../recipes/shopHours.mts';

const REHEARSAL = '0537778899';
/** Of the survey in its recipe. */
const NOA = '0541112233';

/** Recipes as they were pasted, with a credential that sends everything to one phone. */
await scenario(async ({ rest, sandbox, n8n }) => {
	await createTextMeCredential(rest, sandbox, { rehearsalPhone: REHEARSAL });
	const texts = () => sandbox.messages({ phone: REHEARSAL }).map(({ text }) => text);
	/** What the one phone got by `work`. */
	async function textsBy<T>(work: () => Promise<T>) {
		const before = texts().length;
		const done = await work();
		return { done, texts: texts().slice(before) };
	}

	return await inEditorOf(
		n8n,
		{ permissions: ['clipboard-read', 'clipboard-write'] },
		async (editor) => {
			const paste = (name: string) => pasteRecipe(editor, { n8n, rest }, name);
			const kit = { ...{ rest, sandbox }, url: n8n.url, browser: editor.context() };

			// Whenever the test runs.
			const reminders = await rest.createWorkflow(
				changed(await paste('remind-tomorrow'), (nodes) =>
					Object.assign(nodes['Remind them']?.options ?? {}, { sendingHours: alwaysOpen() }),
				),
			);
			const remind = async () => {
				const { executionId } = await rest.run(reminders.id, 'Every day at five');
				return output(await rest.ended(executionId), 'Remind them');
			};

			const codes = await paste('otp-login');
			await rest.activate(codes);
			const signIn = async () => {
				const page = await openForm(kit, codes, 'Sign in');
				await send(page, { Phone: '050-333-0001' }, 'Text me the code');
				await page.getByText('We have texted it to you').waitFor();
				const code = sandbox.lastOtp(REHEARSAL) ?? '';
				await send(page, { Code: code }, 'Sign in');
				await page.getByText('You are signed in').waitFor();
				return { code, endings: await endings(kit, codes, 1) };
			};

			const survey = await paste('two-way-survey');
			const answer = async () => {
				const { executionId } = await rest.run(survey.id, 'When clicking ‘Execute workflow’');
				await waits(rest, executionId);
				const asked = texts().length;
				sandbox.handsetReply({ phone: NOA, text: '1' });
				sandbox.handsetReply({ phone: REHEARSAL, text: '2' });
				await eventually(texts, ({ length }) => length > asked);
				sandbox.handsetReply({ phone: REHEARSAL, text: 'חיכיתי הרבה זמן' });
				return output(await rest.ended(executionId), 'The result');
			};

			return {
				reminders: [await textsBy(remind), await textsBy(remind)],
				codes: await textsBy(signIn),
				survey: await textsBy(answer),
				rung: [...new Set(sandbox.messages().map(({ phone }) => phone))],
			};
		},
	);
});
