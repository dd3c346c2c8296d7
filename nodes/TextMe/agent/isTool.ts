import type { INode } from 'n8n-workflow';

/**
 * Whether the node is in the hands of an agent. n8n gives it a type of its own then, also where it runs it like any other
 * node, as for agents from version 3 on, and where `isToolExecution` therefore says no. The variant for human review is
 * run by n8n, not called by a model.
 */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean =>
	type.endsWith('Tool') && !type.endsWith('HitlTool');
