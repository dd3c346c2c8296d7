import { byHand, carriedOut, chosen } from '../harness/byHand.mts';
import { scenario } from '../harness/realN8n.mts';
import { node, workflowOf } from '../harness/triggerWorkflow.mts';

/** Things that n8n 3 refuses and the n8n under the preview does not. */
await scenario(
	async ({ rest }) => {
		const part = await rest.createWorkflow(
			workflowOf(
				'Part',
				[node('Called', 'n8n-nodes-base.executeWorkflowTrigger', { inputSource: 'passthrough' })],
				[],
				{ callerPolicy: 'any' },
			),
		);
		const call = node(
			'Call',
			'n8n-nodes-base.executeWorkflow',
			{ workflowId: chosen(part.id) },
			{ typeVersion: 1.2 },
		);
		const whole = await carriedOut(rest, byHand('Whole', [call]));
		return {
			anyCaller: whole.data.resultData.error?.message,
			unverified: await rest.installPackage('n8n-nodes-nobody-made').catch(String),
		};
	},
	// The same as unset.
	{ env: { N8N_UNVERIFIED_PACKAGES_ENABLED: '' } },
);
