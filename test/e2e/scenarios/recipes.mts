// Arguments: the report file, and optionally a folder for the recipes' pictures.
import { startScriptedModel } from '../../../demo/scriptedModel.mts';
import { createModelCredential } from '../harness/agentWorkflow.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { missingNodes } from '../harness/missingNodes.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { accountAlerts } from '../recipes/accountAlerts.mts';
import { afterUnknown } from '../recipes/afterUnknown.mts';
import { answerReplies } from '../recipes/answerReplies.mts';
import { approveAnAgent } from '../recipes/approveAnAgent.mts';
import { approveBySms } from '../recipes/approveBySms.mts';
import { askOnceMore } from '../recipes/askOnceMore.mts';
import { campaignReport } from '../recipes/campaignReport.mts';
import { campaignWithEstimate } from '../recipes/campaignWithEstimate.mts';
import { formSent } from '../recipes/formSent.mts';
import { keepListInStep } from '../recipes/keepListInStep.mts';
import { changed, type Kit } from '../recipes/kit.mts';
import { startMailbox } from '../recipes/mailbox.mts';
import { openingHours } from '../recipes/openingHours.mts';
import { optOutToCrm } from '../recipes/optOutToCrm.mts';
import { orderPaid } from '../recipes/orderPaid.mts';
import { otpLogin } from '../recipes/otpLogin.mts';
import { startOutside } from '../recipes/outside.mts';
import { remindTomorrow } from '../recipes/remindTomorrow.mts';
import { appointmentReminder, twoWaySurvey } from '../recipes/replies.mts';
import { textThenCall } from '../recipes/textThenCall.mts';
import { textYourAgent } from '../recipes/textYourAgent.mts';

const [, , , pictures] = process.argv;

type Recipes = Record<string, (kit: Kit) => Promise<unknown>>;

/** By file name in demo/workflows. These wait for people, so they run side by side. */
const WAITING: Recipes = {
	'two-way-survey': twoWaySurvey,
	'appointment-reminder': appointmentReminder,
	'text-then-call': textThenCall,
	'ask-once-more': askOnceMore,
};

/** These run one by one, because they share feeds and faults. */
const OTHERS: Recipes = {
	'order-paid': orderPaid,
	'form-sent': formSent,
	'remind-tomorrow': remindTomorrow,
	'answer-replies': answerReplies,
	'opt-out-to-crm': optOutToCrm,
	'keep-list-in-step': keepListInStep,
	'after-unknown': afterUnknown,
	'campaign-report': campaignReport,
	'campaign-with-estimate': campaignWithEstimate,
	'account-alerts': accountAlerts,
	'otp-login': otpLogin,
	'approve-by-sms': approveBySms,
	'text-your-agent': textYourAgent,
	'approve-an-agent': approveAnAgent,
	// This one changes the clock.
	'opening-hours': openingHours,
};

await scenario(
	async (real) => {
		const { rest, sandbox, n8n } = real;
		const credential = await createTextMeCredential(rest, sandbox);
		const [mailbox, outside, model] = await Promise.all([
			startMailbox(),
			startOutside(),
			startScriptedModel(),
		]);
		await rest.createCredential('SMTP account', 'smtp', mailbox.smtp);
		const openAiApi = await createModelCredential(rest, model);
		const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
		try {
			return await inEditorOf(n8n, allowed, async (page) => {
				const kits: Record<string, Kit> = {};
				const nodes: Awaited<ReturnType<typeof pasteRecipe>>['nodes'] = [];
				for (const name of Object.keys({ ...WAITING, ...OTHERS })) {
					const workflow = await pasteRecipe(page, real, name, pictures);
					nodes.push(...workflow.nodes);
					kits[name] = {
						...{ rest, sandbox, outside, mailbox, model, url: n8n.url, browser: page.context() },
						workflow: async (change) => {
							const copy = changed(workflow, change);
							// A person would choose the model's credential.
							for (const { credentials } of copy.nodes) {
								if (credentials?.openAiApi) Object.assign(credentials, { openAiApi });
							}
							return await rest.createWorkflow(copy);
						},
					};
				}
				const results: Record<string, unknown> = {};
				const tryOut = async ([name, recipe]: [string, Recipes[string]]) => {
					const kit = kits[name];
					if (kit) results[name] = await recipe(kit);
				};
				await Promise.all(Object.entries(WAITING).map(tryOut));
				for (const recipe of Object.entries(OTHERS)) await tryOut(recipe);
				const missing = await missingNodes(page, nodes);
				const unsupplied = nodes
					.filter(({ type }) => type === 'n8n-nodes-textme.textMe')
					.filter(({ credentials }) => credentials?.textMeApi?.id !== credential.id);
				return { missing, unsupplied, ...results };
			});
		} finally {
			await model.close();
			outside.close();
		}
	},
	{ sandbox: { deliveryDelayMs: 500 } },
);
