import type { IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import { packageLoader } from './packageLoader.mts';

/** The built package, loaded as n8n loads it. */
export async function textMePackage() {
	const loader = await packageLoader();
	const nodeType = (name: string): INodeType => {
		const [, className = name] = /^n8n-nodes-textme\.(.+)$/.exec(name) ?? [];
		const data = loader.nodeTypes[className];
		if (data) return data.type as INodeType;
		if (name === 'test.start') return start;
		if (name.startsWith('n8n-nodes-base.')) return handsOn;
		if (className.endsWith('Tool')) return toolVariant(nodeType(name.replace(/(Hitl)?Tool$/, '')));
		throw new Error(`No node type ${name} in the built package`);
	};
	const nodeTypes: INodeTypes = {
		...{ getByName: nodeType, getByNameAndVersion: nodeType, getKnownTypes: () => ({}) },
	};
	return { nodeTypes, credentialTypes: loader.credentialTypes };
}

/** The node that n8n makes for agents. At run time, only its name differs. */
const toolVariant = (type: INodeType): INodeType =>
	Object.create(type, {
		description: { value: { ...type.description, name: `${type.description.name}Tool` } },
	}) as INodeType;

const start: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['input'],
		version: 1,
		description: 'Hands out the input items',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute: () => Promise.resolve([[]]),
};

/** Replaces n8n's own nodes at both ends of a sub-execution. */
const handsOn: INodeType = {
	description: {
		...start.description,
		...{ displayName: 'Hands On', name: 'handsOn', inputs: ['main'] },
		// n8n drops parameters without a field.
		properties: ['mode', 'jsCode', 'operation', 'dataTableId'].map((name) => ({
			...{ displayName: name, name, type: 'string', default: '' },
		})),
	},
	execute(this: IExecuteFunctions) {
		return Promise.resolve([this.getInputData()]);
	},
};
