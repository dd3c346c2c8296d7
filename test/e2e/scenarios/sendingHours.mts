// Arguments: the file for the report and, if wanted, a folder for the pictures of the recipes.
import { output, type SavedWorkflow } from '../../../demo/n8nRest.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { byHand, carriedOut, textMe } from '../harness/byHand.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { campaignWithEstimate } from '../recipes/campaignWithEstimate.mts';
import { changed, type Kit } from '../recipes/kit.mts';
import { openingHours } from '../recipes/openingHours.mts';
import { closedForNow } from '../recipes/shopHours.mts';

const [, , , pictures] = process.argv;
const PHONE = '0506664001';

/** The recipes with sending hours, and an item that is left out. The clock of the sandbox is moved at the end. */
await scenario(
	async ({ rest, sandbox, n8n }) => {
		const credential = await createTextMeCredential(rest, sandbox);
		const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
		const pasted = await inEditorOf(n8n, allowed, async (page) => {
			const paste = async (name: string) => await pasteRecipe(page, { n8n, rest }, name, pictures);
			return {
				campaign: await paste('campaign-with-estimate'),
				shop: await paste('opening-hours'),
			};
		});
		const kitOf = (
			workflow: SavedWorkflow,
		): Pick<Kit, 'rest' | 'sandbox' | 'workflow' | 'url'> => ({
			...{ rest, sandbox, url: n8n.url },
			workflow: async (change) => await rest.createWorkflow(changed(workflow, change)),
		});

		const { hours, opening } = closedForNow();
		const leavesOut = textMe('Send', credential, {
			phones: PHONE,
			message: 'Hello',
			options: { sendingHours: { values: { ...hours.values, outside: 'leaveOut' } } },
		});
		const [held] = output(await carriedOut(rest, byHand('Left out', [leavesOut])), 'Send');
		return {
			held: held?.held,
			opensInTime: Date.parse(String(held?.opensAt)) === opening,
			heldTexts: sandbox.messages({ phone: PHONE }).length,
			campaign: await campaignWithEstimate(kitOf(pasted.campaign)),
			shop: await openingHours(kitOf(pasted.shop)),
		};
	},
	{ sandbox: { deliveryDelayMs: 500 } },
);
