import { expect } from 'expect';
import { byHand, carriedOut, chosen } from '../harness/byHand.mts';
import { withRealN8n } from '../harness/realN8n.mts';
import { node, workflowOf } from '../harness/triggerWorkflow.mts';

/** n8n 3 refuses these. The n8n from which the preview is made does not. */
await withRealN8n(
	async ({ rest }) => {
		const called = { inputSource: 'passthrough' };
		const trigger = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', called);
		const part = await rest.createWorkflow(
			workflowOf('Part', [trigger], [], { callerPolicy: 'any' }),
		);
		const call = node(
			'Call',
			'n8n-nodes-base.executeWorkflow',
			{ workflowId: chosen(part.id) },
			{ typeVersion: 1.2 },
		);
		const whole = await carriedOut(rest, byHand('Whole', [call]));
		expect(whole.data.resultData.error?.message).toMatch(/sub-?workflow/i);
		await expect(rest.installPackage('n8n-nodes-nobody-made')).rejects.toThrow(
			'unverified community packages is forbidden',
		);
	},
	// Empty counts as unset.
	{ env: { N8N_UNVERIFIED_PACKAGES_ENABLED: '' } },
);
