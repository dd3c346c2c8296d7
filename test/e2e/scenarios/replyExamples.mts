// With a folder named after the file for the report, the pictures of the recipes are put there.
import { setTimeout as sleep } from 'node:timers/promises';
import { output } from '../../../demo/n8nRest.mts';
import { lastMessage, waits } from '../harness/askWorkflow.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const DANA = '0501234567';
const OMER = '0527654321';
const NOA = '0541112233';

const [, , , pictures] = process.argv;

/** The recipes in which people answer by text: a survey with two questions, and a reminder for several people. */
await scenario(async ({ rest, sandbox, n8n }) => {
	await createTextMeCredential(rest, sandbox);
	const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
	const ids = await inEditorOf(n8n, allowed, async (page) => ({
		survey: (await pasteRecipe(page, { n8n, rest }, 'two-way-survey', pictures)).id,
		reminder: (await pasteRecipe(page, { n8n, rest }, 'appointment-reminder', pictures)).id,
	}));
	const begin = async (id: string) => {
		const { executionId } = await rest.run(id, 'When clicking ‘Execute workflow’');
		await waits(rest, executionId);
		return executionId;
	};
	const said = (phone: string) => lastMessage(sandbox, phone).text;
	const reply = (phone: string, text: string) => sandbox.handsetReply({ phone, text });
	const asked = async (phone: string, words: string) => {
		for (let tries = 0; tries < 600 && !said(phone).includes(words); tries++) await sleep(200);
		return said(phone);
	};

	const survey = await begin(ids.survey);
	const reminder = await begin(ids.reminder);
	const reminded = [said(DANA), said(OMER)];
	reply(NOA, '2');
	reply(DANA, '1');
	reply(OMER, 'הסר');
	const second = await asked(NOA, 'מה היה פחות טוב');
	reply(NOA, 'חיכיתי הרבה זמן');
	const { status } = await rest.ended(reminder, 300_000);
	const surveyed = await rest.ended(survey, 300_000);
	return {
		second,
		survey: [surveyed.status, output(surveyed, 'The result')],
		reminded,
		reminder: status,
		confirmed: said(DANA),
		blocked: sandbox.accountView().blocked.map(({ phone }) => phone),
		textsToOmer: sandbox.messages({ phone: OMER }).length,
	};
});
