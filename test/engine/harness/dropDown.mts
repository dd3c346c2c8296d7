import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { additionalData, workflowWith, type NodeRun } from './runNode.mts';
import { textMePackage } from './textMePackage.mts';

/** `filter` is the typed text; missing before anything is typed. */
export async function fillDropDown({
	method,
	filter,
	...options
}: Pick<NodeRun, 'credentials' | 'parameters'> & { method: string; filter?: string }) {
	const workflow = await workflowWith(options);
	const node = workflow.getNode('TextMe');
	if (!node) throw new Error('The workflow has no node');
	const { nodeTypes } = await textMePackage();
	const { methods } = nodeTypes.getByNameAndVersion(node.type);
	const context = new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalData(options, workflow), currentNodeParameters: options.parameters },
		'parameters.field',
	);
	const search = methods?.listSearch?.[method];
	if (search) return choicesOf(await search.call(context, filter));
	const load = methods?.loadOptions?.[method];
	if (load) return choicesOf({ results: await load.call(context) });
	throw new Error(`The node has no method ${method}`);
}

const choicesOf = ({ results }: INodeListSearchResult) =>
	results.map(({ name, value }: INodePropertyOptions) => ({ name, value }));
