import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { watchOn } from './watchOn';

/**
 * Waits for others: in the small workflow that `startWatch` makes, which n8n runs as a sub-execution. It looks once each
 * time it runs, and either puts that execution to wait, after which n8n passes its input on to its first output, back to
 * itself, or hands the finished items to the second. It is not offered in the editor.
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
		credentials: [{ name: 'textMeApi', required: true }],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await watchOn(this);
	}
}
