// Arguments: the file for the report and, if wanted, a folder for the pictures of the recipes.
import type { SavedWorkflow } from '../../../demo/n8nRest.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { missingNodes } from '../harness/missingNodes.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { accountAlerts } from '../recipes/accountAlerts.mts';
import { answerReplies } from '../recipes/answerReplies.mts';
import { approveBySms } from '../recipes/approveBySms.mts';
import { campaignReport } from '../recipes/campaignReport.mts';
import { formSent } from '../recipes/formSent.mts';
import { changed, type Kit } from '../recipes/kit.mts';
import { startMailbox } from '../recipes/mailbox.mts';
import { optOutToCrm } from '../recipes/optOutToCrm.mts';
import { orderPaid } from '../recipes/orderPaid.mts';
import { otpLogin } from '../recipes/otpLogin.mts';
import { startOutside } from '../recipes/outside.mts';
import { remindTomorrow } from '../recipes/remindTomorrow.mts';

const [, , , pictures] = process.argv;

const mailbox = await startMailbox();

/** By name of the file in demo/workflows. */
const RECIPES: Record<string, (kit: Kit) => Promise<unknown>> = {
	'order-paid': orderPaid,
	'form-sent': formSent,
	'remind-tomorrow': remindTomorrow,
	'answer-replies': answerReplies,
	'opt-out-to-crm': optOutToCrm,
	'campaign-report': (kit) => campaignReport(mailbox, kit),
	'account-alerts': (kit) => accountAlerts(mailbox, kit),
	'otp-login': otpLogin,
	'approve-by-sms': approveBySms,
};

await scenario(
	async (real) => {
		const { rest, sandbox, n8n } = real;
		const credential = await createTextMeCredential(rest, sandbox);
		await rest.createCredential('SMTP account', 'smtp', mailbox.smtp);
		const outside = await startOutside();
		const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
		try {
			return await inEditorOf(n8n, allowed, async (page) => {
				const pasted: SavedWorkflow[] = [];
				const results: Record<string, unknown> = {};
				// Tried one after the other, because they share the feeds, while the next ones are pasted.
				let tried = Promise.resolve();
				for (const [name, tryOut] of Object.entries(RECIPES)) {
					const workflow = await pasteRecipe(page, real, name, pictures);
					pasted.push(workflow);
					const kit: Kit = {
						...{ rest, sandbox, outside, url: n8n.url, browser: page.context() },
						workflow: (change) => rest.createWorkflow(changed(workflow, change)),
					};
					tried = tried.then(async () => {
						results[name] = await tryOut(kit);
					});
					tried.catch(() => undefined); // reported at the end
				}
				await tried;
				const nodes = pasted.flatMap((workflow) => workflow.nodes);
				const missing = await missingNodes(page, nodes);
				const unsupplied = nodes
					.filter(({ type }) => type === 'n8n-nodes-textme.textMe')
					.filter(({ credentials }) => credentials?.textMeApi?.id !== credential.id);
				return { missing, unsupplied, ...results };
			});
		} finally {
			outside.close();
		}
	},
	{ sandbox: { deliveryDelayMs: 500 } },
);
