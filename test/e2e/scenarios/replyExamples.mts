// Arguments: the file for the report and, if wanted, a folder for the pictures of the recipes.
import { output, type SavedWorkflow } from '../../../demo/n8nRest.mts';
import { lastMessage } from '../harness/askWorkflow.mts';
import { waits } from '../harness/byHand.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';
import { changed, type Kit } from '../recipes/kit.mts';
import { textThenCall } from '../recipes/textThenCall.mts';

const DANA = '0501234567';
const OMER = '0527654321';
const NOA = '0541112233';

const [, , , pictures] = process.argv;

/** The recipes that wait for people: a survey with two questions, a reminder, and a call after a text. */
await scenario(async ({ rest, sandbox, n8n }) => {
	await createTextMeCredential(rest, sandbox);
	const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
	const pasted = await inEditorOf(n8n, allowed, async (page) => {
		const paste = async (name: string) => await pasteRecipe(page, { n8n, rest }, name, pictures);
		return {
			survey: await paste('two-way-survey'),
			reminder: await paste('appointment-reminder'),
			call: await paste('text-then-call'),
		};
	});
	const kitOf = (workflow: SavedWorkflow): Pick<Kit, 'rest' | 'sandbox' | 'workflow'> => ({
		...{ rest, sandbox },
		workflow: async (change) => await rest.createWorkflow(changed(workflow, change)),
	});
	const begin = async (id: string) => {
		const { executionId } = await rest.run(id, 'When clicking ‘Execute workflow’');
		await waits(rest, executionId);
		return executionId;
	};
	const said = (phone: string) => lastMessage(sandbox, phone).text;
	const reply = (phone: string, text: string) => sandbox.handsetReply({ phone, text });
	const asked = async (phone: string, words: string) => {
		await until(() => said(phone).includes(words));
		return said(phone);
	};

	const calls = textThenCall(kitOf(pasted.call));
	calls.catch(() => undefined); // reported at the end
	const survey = await begin(pasted.survey.id);
	const reminder = await begin(pasted.reminder.id);
	const reminded = [said(DANA), said(OMER)];
	reply(NOA, '2️⃣');
	reply(DANA, '\u200F1\u200E');
	reply(OMER, '\u200Fהסר.');
	const second = await asked(NOA, 'מה היה פחות טוב');
	reply(NOA, 'חיכיתי הרבה זמן');
	const { status } = await rest.ended(reminder);
	const surveyed = await rest.ended(survey);
	const called = await calls;
	return {
		called,
		second,
		survey: [surveyed.status, output(surveyed, 'The result')],
		reminded,
		reminder: status,
		confirmed: said(DANA),
		blocked: sandbox
			.accountView()
			.blocked.map(({ phone }) => phone)
			.sort(),
		textsToOmer: sandbox.messages({ phone: OMER }).length,
	};
});
