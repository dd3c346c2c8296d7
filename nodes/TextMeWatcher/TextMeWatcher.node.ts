import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testCredential } from '../shared/testCredential';
import type { Step } from './runStep';
import { supervise } from './supervise';
import { watchOn } from './watchOn';
import { watchResult } from './watchResult';

const STEPS = { supervise, look: watchOn, result: watchResult };

/**
 * Waits for others: in the small workflows that `runStep` makes, which n8n runs as sub-executions. To look again, it puts
 * that execution to wait, after which n8n passes its input on to its first output, back to itself; what is finished goes to
 * the second. It is not offered in the editor.
 */
export class TextMeWatcher implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TextMe Watcher',
		name: 'textMeWatcher',
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: 'looks again and again',
		description: 'Looks for delivery reports and replies on behalf of a TextMe node that waits',
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
