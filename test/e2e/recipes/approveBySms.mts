import { lastMessage, post } from '../harness/askWorkflow.mts';
import { waits } from '../harness/byHand.mts';
import type { Kit } from './kit.mts';

export async function approveBySms(kit: Kit) {
	const { rest, sandbox } = kit;
	const workflow = await kit.workflow((nodes) => {
		const fields = (nodes['An order']?.assignments as Fields).assignments;
		for (const field of fields) {
			if (field.name === 'manager') field.value = '050-777-0001';
			if (field.name === 'customer') field.value = '050-777-0002';
		}
	});
	const decided: unknown[] = [];
	for (const decision of ['confirm', 'decline']) {
		const { executionId } = await rest.run(workflow.id, 'When clicking ‘Execute workflow’');
		await waits(rest, executionId);
		await post(lastMessage(sandbox, '0507770001').link, { decision });
		const { status, data } = await rest.ended(executionId);
		const { text } = lastMessage(sandbox, '0507770002');
		decided.push([status, data.resultData.lastNodeExecuted, text]);
	}
	return decided;
}

interface Fields {
	assignments: Array<{ name: string; value: string }>;
}
