import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testCredential } from '../connection/testCredential';
import { look, supervise } from '../answers/watch';
import type { Step } from '../n8n/subExecution';

const STEPS = { supervise, look };

/**
 * Waits for replies on behalf of the action node, in sub-executions that `runStep` starts. The editor does
 * not offer this node. To look again later, it pauses its execution. n8n then passes the input to the first output, which leads
 * back to this node. A finished wait goes to the second output.
 */
export class TextMeWatcher implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TextMe Watcher',
		name: 'textMeWatcher',
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: 'looks again and again',
		description: 'Looks for replies on behalf of a TextMe node that waits',
		defaults: { name: 'TextMe Watcher' },
		hidden: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['Look Again', 'Done'],
		usableAsTool: undefined,
		credentials: [{ name: 'textMeApi', required: true, testedBy: 'testCredential' }],
		properties: [{ displayName: 'Step', name: 'step', type: 'hidden', default: 'look' }],
	};

	methods = { credentialTest: { testCredential } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await STEPS[this.getNodeParameter('step', 0) as Step](this);
	}
}
